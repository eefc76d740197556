#include "mechanisms/catalogue/pairs_to_try.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/catalogue/generated_pairs.hpp"
#include "mechanisms/contract/guarantee.hpp"

namespace warner::mechanisms {
namespace {

constexpr std::array distances{-2.0, 2.0, -6.0, 6.0};  // units

std::vector<Pair> beginnings(Instance const& instance) {
  return instance.domain ? without_repeats(instance.pairs, generated_pairs(*instance.domain)) : instance.pairs;
}

/// The answers that do not go the way of most; of two halves the one with the last answer. Empty where all go the same
/// way.
std::vector<std::size_t> odd_ones(Pair const& pair) {
  auto const move = [&](std::size_t i) { return pair.d_prime[i] - pair.d[i]; };
  std::vector<std::size_t> with_last, others;
  for (std::size_t i = 0; i < pair.d.size(); ++i)
    (move(i) == move(pair.d.size() - 1) ? with_last : others).push_back(i);
  return others.empty() ? others : with_last.size() <= others.size() ? with_last : others;
}

Pair moved(Pair pair, std::vector<std::size_t> const& which, double by, std::string const& words) {
  for (auto const i : which) pair.d[i] += by, pair.d_prime[i] += by;
  pair.label += fmt::format(", {} by {:g}", words, by);
  return pair;
}

/// How far the noise of a claim reaches: a step / epsilon.
double unit_of(Answers const& answers, Guarantee const& guarantee) {
  auto const epsilon = statement_at(guarantee, usual_delta(guarantee)).epsilon;
  return epsilon > 0 && std::isfinite(epsilon) ? answers.step / epsilon : answers.step;
}

/// The moves of all answers, but for rounding: far enough off, a double swallows a step.
bool moves_alike(Pair const& one, Pair const& other, double step) {
  for (std::size_t i = 0; i < one.d.size(); ++i)
    if (std::fabs((one.d_prime[i] - one.d[i]) - (other.d_prime[i] - other.d[i])) > 1e-9 * step) return false;
  return true;
}

bool is_among(std::vector<Pair> const& pairs, Pair const& pair) {
  return std::ranges::any_of(pairs, [&](Pair const& p) { return p.d == pair.d && p.d_prime == pair.d_prime; });
}

Pair of_length(Pair pair) {
  pair.label += fmt::format(", of {}", pair.d.size());
  return pair;
}

/// Adds what varies these pairs of the instance in distance.
void vary_distances(PairsToTry& to_try, std::vector<std::size_t> const& which, Instance const& instance) {
  auto const* answers = instance.domain ? std::get_if<Answers>(&*instance.domain) : nullptr;
  if (!answers) return;
  auto const unit = unit_of(*answers, instance.mechanism.guarantee());
  for (auto const i : which)
    for (auto& pair : variations_of(to_try.pairs[i], *answers, unit)) {
      if (is_among(to_try.pairs, pair)) continue;
      to_try.pairs.push_back(std::move(pair));
      to_try.variation_of.push_back(i);
    }
}

std::optional<Pair> from_afar(Answers const& answers, Pair pair, double times) {
  for (std::size_t i = 0; i < pair.d.size(); ++i) {
    auto& y = pair.d_prime[i];
    y = pair.d[i] + times * (y - pair.d[i]);
    if (!is_within(answers, y)) return std::nullopt;
  }
  return pair;
}

std::optional<Pair> from_afar(Records const& records, Pair pair, double times) {
  if (records.change != Records::Change::add_remove || pair.d_prime.size() <= pair.d.size()) return std::nullopt;
  Dataset const come{pair.d_prime.begin() + static_cast<std::ptrdiff_t>(pair.d.size()), pair.d_prime.end()};
  for (auto left = static_cast<int>(times); left > 1; --left)
    pair.d_prime.insert(pair.d_prime.end(), come.begin(), come.end());
  return pair;
}

std::optional<Pair> from_afar(Categories const&, Pair const&, double) { return std::nullopt; }

}  // namespace

std::optional<Pair> from_afar(Pair const& pair, Domain const& domain, double times) {
  return std::visit([&](auto const& known) { return from_afar(known, pair, times); }, domain);
}

std::vector<Pair> variations_of(Pair const& pair, Answers const& answers, double unit) {
  std::vector<std::size_t> all(pair.d.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  auto const odd = odd_ones(pair);
  std::vector<Pair> variations;
  for (auto const distance : distances) {
    auto const by = std::copysign(std::ceil(std::fabs(distance) * unit / answers.step) * answers.step, distance);
    variations.push_back(moved(pair, all, by, "all"));
    if (!odd.empty()) variations.push_back(moved(pair, odd, by, "the odd"));
  }
  std::erase_if(variations, [&](Pair const& varied) {
    return !covers(answers, varied) || !moves_alike(pair, varied, answers.step);
  });
  return variations;
}

PairsToTry pairs_to_try(std::span<Instance const> of_each_length) {
  auto const& first = of_each_length.front();
  PairsToTry to_try{beginnings(first), first.pairs.size()};
  std::vector<std::size_t> begun(to_try.pairs.size());
  std::iota(begun.begin(), begun.end(), std::size_t{0});
  vary_distances(to_try, begun, first);
  for (auto const& instance : of_each_length.subspan(1)) {
    auto const others = beginnings(instance);
    for (auto const i : begun)
      if (auto const same = std::ranges::find(others, to_try.pairs[i].label, &Pair::label); same != others.end()) {
        to_try.pairs.push_back(of_length(*same));
        to_try.variation_of.push_back(i);
      }
  }
  return to_try;
}

PairsToTry pairs_of_named_lengths(std::span<Instance const> of_each_length) {
  PairsToTry to_try;
  std::vector<std::vector<std::size_t>> of(of_each_length.size());
  for (auto const authors : {true, false}) {  // theirs first
    for (std::size_t l = 0; l < of.size(); ++l) {
      auto const pairs = beginnings(of_each_length[l]);
      auto const named = of_each_length[l].pairs.size();
      for (auto i = authors ? 0 : named; i < (authors ? named : pairs.size()); ++i) {
        of[l].push_back(to_try.pairs.size());
        to_try.pairs.push_back(of_length(pairs[i]));
      }
    }
    if (authors) to_try.named = to_try.pairs.size();
  }
  for (std::size_t l = 0; l < of.size(); ++l) vary_distances(to_try, of[l], of_each_length[l]);
  return to_try;
}

}  // namespace warner::mechanisms
