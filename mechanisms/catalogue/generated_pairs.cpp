#include "mechanisms/catalogue/generated_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms {
namespace {

constexpr double far_off = 1000, ahead = 4;  // steps

/// The patterns around answers that are all `base`, covered or not.
std::vector<Pair> candidates(Answers const& answers, double step, double base) {
  auto pairs = eight_patterns(answers.n, step, base);
  if (answers.n >= 2) {
    pairs.push_back(rest_above_last_below(answers.n, 1, step, base));
    pairs.push_back(all_but_last_above(answers.n, step, base));
  }
  return pairs;
}

void label_at(std::vector<Pair>& pairs, std::string const& where) {
  for (auto& pair : pairs) pair.label += where;
}

/// The first answer is ahead by a few steps: on both sides of the pair.
std::vector<Pair> one_ahead(Answers const& answers) {
  auto pairs = candidates(answers, answers.step, 0);
  for (auto& pair : pairs) pair.d.front() += ahead * answers.step, pair.d_prime.front() += ahead * answers.step;
  label_at(pairs, ", the first ahead");
  return pairs;
}

/// What only one answer that is not the first, or all together, can show.
std::vector<Pair> moved(Answers const& answers) {
  Dataset const zero(answers.n, 0.0);
  auto last = zero;
  last.back() = answers.step;
  std::vector<Pair> pairs{{zero, last, Relation::one_differs, "the last above"}};
  auto const n = static_cast<double>(answers.n);
  auto const each = answers.step / (answers.moves == Answers::Moves::squares ? std::sqrt(n) : n) * (1 - 0x1p-40);
  Dataset const spread(answers.n, each);
  auto turns = spread;
  for (std::size_t i = 1; i < turns.size(); i += 2) turns[i] = -each;
  pairs.push_back({zero, spread, Relation::all_differ, "spread over all"});
  pairs.push_back({zero, turns, Relation::all_differ, "spread over all, up and down"});
  return pairs;
}

std::vector<Pair> pairs_of(Answers const& answers) {
  std::vector<Pair> all;
  auto const take = [&](std::vector<Pair> pairs, std::size_t most) {
    std::erase_if(pairs, [&](Pair const& pair) { return pair.d == pair.d_prime || !covers(answers, pair); });
    pairs.resize(std::min(pairs.size(), most));
    all = without_repeats(std::move(all), pairs);
  };
  constexpr std::size_t every = 12, some = 4;
  auto const around = [&](double base, std::string const& where) {
    auto pairs = candidates(answers, answers.step, base);
    label_at(pairs, where);
    return pairs;
  };
  take(around(1, ""), every);
  if (answers.n > 1) take(moved(answers), every);
  take(around(0, " at 0"), every);
  if (answers.n > 1) take(one_ahead(answers), some);
  auto const far = std::clamp(std::floor(far_off * answers.step), answers.least, answers.most);
  take(around(far, fmt::format(" at {:g}", far)), some);
  return all;
}

std::vector<Pair> pairs_of(Categories const& categories) {
  auto const last = static_cast<double>(categories.k) - 1, middle = std::floor(last / 2);
  std::vector<Pair> pairs;
  for (auto const& [one, other] : {std::pair{0.0, last}, std::pair{last - 1, last}, std::pair{middle, last}})
    if (one != other)
      pairs = without_repeats(std::move(pairs),
                              {{{one}, {other}, Relation::value, fmt::format("{:g} and {:g}", one, other)}});
  return pairs;
}

/// What the others have.
std::vector<std::pair<Dataset, std::string>> crowds(Records const& records) {
  std::vector<std::pair<Dataset, std::string>> all;
  if (records.change == Records::Change::add_remove) all.emplace_back(Dataset{}, "alone");
  if (records.n == 0) return all;
  for (auto const value : records.values) all.emplace_back(Dataset(records.n, value), fmt::format("among {:g}", value));
  if (records.n == 1) return all;
  for (std::size_t i = 1; i < records.values.size(); ++i) {
    Dataset halves(records.n, records.values[0]);
    std::fill_n(halves.rbegin(), records.n / 2, records.values[i]);
    all.emplace_back(std::move(halves),
                     fmt::format("among halves at {:g} and {:g}", records.values[0], records.values[i]));
  }
  return all;
}

std::vector<Pair> pairs_of(Records const& records) {
  std::vector<Pair> pairs;
  for (auto const& [crowd, where] : crowds(records))
    for (auto const value : records.values) {
      Pair pair{crowd, crowd, Relation::add_remove, fmt::format("{:g} {}", value, where)};
      if (records.change == Records::Change::add_remove) {
        pair.d_prime.insert(pair.d_prime.end(), records.contributions, value);
      } else {
        pair.relation = Relation::substitute;
        pair.d_prime.front() = value;
      }
      if (pair.d != pair.d_prime) pairs = without_repeats(std::move(pairs), {pair});
    }
  return pairs;
}

std::string plain(std::string_view name) {
  std::string text{name};
  for (auto& letter : text)
    letter = letter == '-' ? ' ' : letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  return text == "half half" ? "half and half" : text;
}

void require_step(Answers const& answers, double step) {
  require(
      step > 0 && step <= answers.step,
      fmt::format("step: {} is not in (0, {}], by which one person moves an answer (a larger one makes no neighbours)",
                  step, answers.step));
}

}  // namespace

std::vector<Pair> generated_pairs(Domain const& domain) {
  return std::visit([](auto const& known) { return pairs_of(known); }, domain);
}

std::vector<Pair> without_repeats(std::vector<Pair> pairs, std::vector<Pair> const& more) {
  for (auto const& pair : more) {
    auto const known = std::ranges::any_of(pairs, [&](Pair const& p) {
      return (p.d == pair.d && p.d_prime == pair.d_prime) || (p.d == pair.d_prime && p.d_prime == pair.d);
    });
    if (!known) pairs.push_back(pair);
  }
  return pairs;
}

Pair pattern_named(std::string_view name, Answers const& answers, double step, double base) {
  require_step(answers, step);
  std::string known;
  for (auto const& pair : candidates(answers, step, base)) {
    if (plain(pair.label) != plain(name)) {
      known += (known.empty() ? "" : ", ") + pair.label;
      continue;
    }
    require(covers(answers, pair), fmt::format("pairs: the guarantee does not cover '{}' around {} (it would be "
                                               "audited on datasets that are no neighbours)",
                                               pair.label, base));
    return pair;
  }
  require(false, fmt::format("pairs: '{}' is unknown (of {} answers: {})", name, answers.n, known));
  return {};
}

std::vector<Pair> patterns_of(Answers const& answers, double step, double base) {
  require_step(answers, step);
  auto pairs = without_repeats({}, candidates(answers, step, base));
  std::erase_if(pairs, [&](Pair const& pair) { return pair.d == pair.d_prime || !covers(answers, pair); });
  require(!pairs.empty(), fmt::format("pairs: the guarantee covers none around {}", base));
  return pairs;
}

}  // namespace warner::mechanisms
