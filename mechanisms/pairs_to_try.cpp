#include "mechanisms/pairs_to_try.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/generated_pairs.hpp"
#include "mechanisms/guarantee.hpp"

namespace warner::mechanisms {
namespace {

constexpr std::array distances{-2.0, 2.0, -6.0, 6.0};  // units

std::vector<Pair> beginnings(Instance const& instance) { return instance.domain ? without_repeats(instance.pairs, generated_pairs(*instance.domain)) : instance.pairs; }

/// The answers that do not go the way of most; of two halves the one with the last answer. Empty where all go the same way.
std::vector<std::size_t> odd_ones(Pair const& pair) {
  auto const move = [&](std::size_t i) { return pair.d_prime[i] - pair.d[i]; };
  std::vector<std::size_t> with_last, others;
  for (std::size_t i = 0; i < pair.d.size(); ++i) (move(i) == move(pair.d.size() - 1) ? with_last : others).push_back(i);
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

/// The pair of the same name, or what another length begins with.
Pair at_length(Pair const& pair, std::vector<Pair> const& others) {
  auto const same = std::ranges::find(others, pair.label, &Pair::label);
  auto found = same == others.end() ? others.front() : *same;
  found.label += fmt::format(", of {}", found.d.size());
  return found;
}

}  // namespace

std::vector<Pair> variations_of(Pair const& pair, Answers const& answers, double unit) {
  std::vector<std::size_t> all(pair.d.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  auto const odd = odd_ones(pair);
  std::vector<Pair> variations;
  for (auto const distance : distances) {
    auto const by = std::copysign(std::ceil(std::fabs(distance) * unit / answers.step) * answers.step, distance);
    variations.push_back(moved(pair, all, by, "all"));
    if (!odd.empty()) variations.push_back(moved(pair, odd, by, "the odd"));
  }
  std::erase_if(variations, [&](Pair const& varied) { return !covers(answers, varied); });
  return variations;
}

PairsToTry pairs_to_try(std::span<Instance const> of_each_length) {
  auto const& first = of_each_length.front();
  PairsToTry to_try{beginnings(first), first.pairs.size()};
  auto const* answers = first.domain ? std::get_if<Answers>(&*first.domain) : nullptr;
  if (!answers) return to_try;
  std::vector<std::vector<Pair>> others;
  for (auto const& instance : of_each_length.subspan(1)) others.push_back(beginnings(instance));
  auto const unit = unit_of(*answers, first.mechanism.guarantee());
  for (std::size_t i = 0, many = to_try.pairs.size(); i < many; ++i) {
    auto varied = variations_of(to_try.pairs[i], *answers, unit);
    for (auto const& other : others) varied.push_back(at_length(to_try.pairs[i], other));
    for (auto& pair : varied) {
      to_try.pairs.push_back(std::move(pair));
      to_try.variation_of.push_back(i);
    }
  }
  return to_try;
}

}  // namespace warner::mechanisms
