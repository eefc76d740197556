#include "mechanisms/central/sparse_vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "mechanisms/privacy/mass_functions.hpp"
#include "sim/flags.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

constexpr std::size_t chunk_size = 512;  // releases
constexpr double least_mass = 1e-290;    // below it doubles lose digits

}  // namespace

SparseVector::SparseVector(double epsilon, std::size_t n, Design const& design)
    : epsilon_{require_positive("epsilon", epsilon, "the noise scales are multiples of 1 / epsilon")},
      n_{n},
      design_{design} {
  require_positive("scale", design.noise.threshold_scale, "of the threshold's noise");
  require(design.noise.query_scale >= 0 && std::isfinite(design.noise.query_scale),
          "scale: of the queries' noise is not finite");
  require(std::isfinite(design.noise.threshold), fmt::format("threshold: {} is not finite", design.noise.threshold));
  require(n >= 1 && n <= 64, fmt::format("n: {} queries are not 1 to 64", n));
  require(design.cutoff >= 1, "c: a cutoff of 0 asks nothing");
}

std::vector<Column> SparseVector::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return std::vector<Column>(n_, Column{"above", Column::Kind::flag});
}

void SparseVector::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  // All noise of one threshold or query stands before all noise of the next, but is drawn chunk by chunk, which stay in
  // the nearest cache.
  auto const thresholds = design_.redraw ? std::min(design_.cutoff, n_) : 1;
  auto const words = (out.releases() + 15) / 16 * 16, first = (stream.position() + 7) / 8 * 8;
  auto const cutoff = static_cast<double>(design_.cutoff);
  auto const noisy_queries = design_.noise.query_scale > 0;
  Releases memory;
  for (std::size_t done = 0; done < out.releases(); done += chunk_size) {
    auto const releases = std::min(chunk_size, out.releases() - done);
    auto const chunk = memory.shaped(releases, thresholds + 1);
    auto const ones = chunk.column(thresholds);
    std::ranges::fill(ones, 0.0);
    for (std::size_t k = 0; k < thresholds; ++k) {
      stream.move_to(first + k * words + done);
      sim::fill_laplace(stream, design_.noise.threshold, design_.noise.threshold_scale, chunk.column(k));
    }
    for (std::size_t j = 0; j < n_; ++j) {
      auto const flag = out.column(j).subspan(done, releases);
      stream.move_to(first + (thresholds + j) * words + done);
      if (noisy_queries) sim::fill_laplace(stream, dataset[j], design_.noise.query_scale, flag);
      else std::ranges::fill(flag, dataset[j]);
      if (thresholds == 1) {
        sim::raise_flags(flag, chunk.column(0), cutoff, ones);
        continue;
      }
      for (std::size_t i = 0; i < releases; ++i) {
        auto const bar = chunk(i, std::min(static_cast<std::size_t>(ones[i]), thresholds - 1));
        auto const above = flag[i] >= bar ? 1.0 : 0.0;
        auto const asked = ones[i] < cutoff;
        flag[i] = asked ? above : -1;
        ones[i] += asked ? above : 0;
      }
    }
  }
  stream.move_to(first + (thresholds + (noisy_queries ? n_ : 0)) * words);
}

void SparseVector::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::map<double, std::size_t> class_of;
  std::vector<double> answers;
  for (auto const x : dataset)
    if (class_of.emplace(x, answers.size()).second) answers.push_back(x);
  privacy::FlagLaw const law{answers, design_.noise, n_};
  auto const classes = answers.size();
  std::map<std::vector<int>, double> mass_of_counts;
  auto const log_mass = [&](std::vector<int> const& counts) {
    auto const [found, fresh] = mass_of_counts.emplace(counts, 0.0);
    if (fresh) found->second = std::log(law.mass(std::span{counts}.first(classes), std::span{counts}.last(classes)));
    return found->second;
  };
  std::unordered_map<std::uint64_t, double> known;  // which flags are above says all
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint64_t mask = 0;
    std::size_t ones = 0;
    auto possible = true;
    for (std::size_t j = 0; j < n_; ++j) {
      auto const flag = releases(i, j);
      possible = possible && (ones < design_.cutoff ? flag == 0 || flag == 1 : flag == -1);
      mask |= std::uint64_t{flag == 1} << j;
      ones += flag == 1;
    }
    out[i] = -std::numeric_limits<double>::infinity();
    if (!possible) continue;
    auto const [found, fresh] = known.emplace(mask, 0.0);
    if (fresh) {
      std::vector<int> counts(2 * classes, 0);
      ones = 0;
      for (std::size_t j = 0; j < n_ && ones < design_.cutoff; ++j) {
        auto const above = mask >> j & 1;
        ++counts[class_of[dataset[j]] + (above ? classes : 0)];
        ones += above;
        if (!above || !design_.redraw) continue;
        found->second += log_mass(counts);
        std::ranges::fill(counts, 0);
      }
      found->second += log_mass(counts);  // of no queries: ln 1, to rounding
    }
    out[i] = found->second;
  }
}

std::optional<SparseVector::FlagLaws> SparseVector::flag_laws(Pair const& pair) const {
  require_numbers(pair.d, n_);
  require_numbers(pair.d_prime, n_);
  if (design_.redraw && design_.cutoff > 1) return std::nullopt;
  std::map<std::pair<double, double>, std::size_t> class_of;
  std::vector<std::size_t> classes;
  std::vector<double> there, back;
  FlagLaws laws;
  for (std::size_t j = 0; j < n_; ++j) {
    std::pair const answer{pair.d[j], pair.d_prime[j]};
    auto const [found, fresh] = class_of.emplace(answer, there.size());
    if (fresh) laws.answers.push_back(answer), there.push_back(answer.first), back.push_back(answer.second);
    classes.push_back(found->second);
  }
  laws.outcomes = privacy::flag_outcomes(classes, there.size(), design_.cutoff);
  if (laws.outcomes.empty()) return std::nullopt;
  privacy::FlagLaw const law{there, design_.noise, n_}, law_prime{back, design_.noise, n_};
  for (auto const& outcome : laws.outcomes) {
    laws.p.push_back(law.mass(outcome.below, outcome.above));
    laws.q.push_back(law_prime.mass(outcome.below, outcome.above));
  }
  add_logarithms(laws, there, back);
  return laws;
}

double SparseVector::FlagLaws::loss(std::size_t i) const {
  if (p[i] >= least_mass && q[i] >= least_mass) return std::fabs(std::log(p[i] / q[i]));
  return log_p[i] == log_q[i] ? 0 : std::fabs(log_p[i] - log_q[i]);  // both may be -infinity
}

void SparseVector::add_logarithms(FlagLaws& laws, std::span<double const> there, std::span<double const> back) const {
  std::vector<privacy::FlagOutcome> far;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < laws.outcomes.size(); ++i) {
    laws.log_p.push_back(std::log(laws.p[i]));
    laws.log_q.push_back(std::log(laws.q[i]));
    if (laws.p[i] < least_mass || laws.q[i] < least_mass) far.push_back(laws.outcomes[i]), places.push_back(i);
  }
  laws.beyond_doubles = !far.empty();
  if (far.empty()) return;
  auto const p = privacy::log_flag_masses(there, design_.noise, n_, far),
             q = privacy::log_flag_masses(back, design_.noise, n_, far);
  for (std::size_t k = 0; k < far.size(); ++k) {
    laws.log_p[places[k]] = p ? (*p)[k] : std::numeric_limits<double>::quiet_NaN();
    laws.log_q[places[k]] = q ? (*q)[k] : std::numeric_limits<double>::quiet_NaN();
  }
}

std::optional<double> SparseVector::exact_epsilon(Pair const& pair, double delta) const {
  if (delta == 0) return exact_epsilon_with_values(pair, std::numeric_limits<double>::infinity());
  auto const laws = flag_laws(pair);
  if (!laws) return std::nullopt;
  std::vector<double> ways;
  for (auto const& outcome : laws->outcomes) ways.push_back(outcome.ways);
  return privacy::mass_functions_epsilon(laws->p, laws->q, delta, ways);
}

std::optional<privacy::PairPrivacy> SparseVector::privacy(Pair const& pair) const {
  auto const laws = flag_laws(pair);
  if (!laws) return std::nullopt;
  std::vector<double> ways;
  for (auto const& outcome : laws->outcomes) ways.push_back(outcome.ways);
  return laws->beyond_doubles ? privacy::log_mass_pair(laws->log_p, laws->log_q, ways)
                              : privacy::finite_pair(laws->p, laws->q, ways);
}

std::optional<double> SparseVector::exact_epsilon_with_values(Pair const& pair, double value_scale) const {
  auto const laws = flag_laws(pair);
  if (!laws) return std::nullopt;
  double largest = 0;
  for (std::size_t i = 0; i < laws->outcomes.size(); ++i) {
    auto loss = laws->loss(i);
    if (std::isnan(loss)) return std::nullopt;
    for (std::size_t g = 0; g < laws->answers.size(); ++g)
      loss += laws->outcomes[i].above[g] * std::fabs(laws->answers[g].first - laws->answers[g].second) / value_scale;
    largest = std::max(largest, loss);
  }
  return largest;
}

std::vector<Pair> sparse_vector_pairs(std::size_t n, std::size_t c) {
  auto pairs = eight_patterns(n);
  if (c < n) {
    auto worst = rest_above_last_below(n, c);
    std::erase_if(pairs, [&](Pair const& p) {
      return p.d == worst.d && p.d_prime == worst.d_prime;
    });  // at length 2 it is one of the eight
    pairs.insert(pairs.begin(), std::move(worst));
  }
  return pairs;
}

namespace {

struct Scales {
  double rho, rho_per_cutoff, nu_per_cutoff;  // in units of 1 / epsilon; what is not zero counts
};

Instance make_sparse_vector(Arguments& values, Scales const& scales, bool redraw, bool monotone) {
  auto const epsilon = values["epsilon"];
  auto const n = values.whole("n"), c = values.whole("c");
  auto const threshold = values["threshold"], cutoff = static_cast<double>(c);
  SparseVector::Design const design{
      {threshold, (scales.rho + scales.rho_per_cutoff * cutoff) / epsilon, scales.nu_per_cutoff * cutoff / epsilon},
      c,
      redraw};
  auto pairs = sparse_vector_pairs(n, c);
  if (monotone) {
    pairs = eight_patterns(n);
    std::erase_if(pairs, [](Pair const& p) {
      return p.relation == Relation::all_differ && p.label != "all above" && p.label != "all below";
    });
    if (n > 1) pairs.insert(pairs.begin(), all_but_last_above(n));
  }
  return {SparseVector{epsilon, n, design}, pairs,
          Answers{.n = n, .moves = monotone ? Answers::Moves::same_way : Answers::Moves::all, .length = "n"}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter(),
          {"n", 10, "how many queries, 1 to 64", Whole{1, 64}},
          {"c", 1, "flags above before it stops", Whole{1, 64}},
          {"threshold", 1, "what queries are compared with"}};
}

}  // namespace

Entry sparse_vector_1_entry() {
  return {.name = "sparse-vector-1",
          .summary = "which queries are above a noisy threshold, until c are",
          .release = "{0,1,-1}^n",
          .parameters = parameters(),
          .reference = "LSL17",
          .make = [](Arguments& values) {
            return make_sparse_vector(values, {2, 0, 4}, false, false);
          }};
}

Entry sparse_vector_2_entry() {
  return {.name = "sparse-vector-2",
          .summary = "the same with a new noisy threshold after each query above",
          .release = "{0,1,-1}^n",
          .parameters = parameters(),
          .reference = "DR14",
          .make = [](Arguments& values) {
            return make_sparse_vector(values, {0, 2, 4}, true, false);
          }};
}

Entry sparse_vector_monotone_entry() {
  return {.name = "sparse-vector-monotone",
          .summary = "sparse-vector-1 with half the query noise, for answers that move one way",
          .release = "{0,1,-1}^n",
          .parameters = parameters(),
          .reference = "LSL17",
          .make = [](Arguments& values) {
            return make_sparse_vector(values, {2, 0, 2}, false, true);
          }};
}

}  // namespace warner::mechanisms::central
