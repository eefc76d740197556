#include "verify/scores/strategy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/coin.hpp"
#include "sim/count.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t few_edges = 16;

}  // namespace

Guess Strategy::guess(double score) const {
  if (score >= say_d_from) return Guess::d;
  if (score <= say_d_prime_to) return Guess::d_prime;
  return Guess::none;
}

bool Strategy::names_d() const { return say_d_from < std::numeric_limits<double>::infinity(); }
bool Strategy::names_d_prime() const { return say_d_prime_to > -std::numeric_limits<double>::infinity(); }
bool Strategy::coin_odds_are_possible() const {
  auto const of_throws =
      std::has_single_bit(coin_odds + 1) && coin_odds >= 1 && std::bit_width(coin_odds) <= sim::most_throws;
  return of_throws && (coin_odds == 1 || directions() == 1);
}

int Strategy::directions() const { return names_d() + names_d_prime(); }

Player::Player(Strategy const& strategy, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair)
    : strategy_{strategy},
      mechanism_{mechanism},
      pair_{pair},
      bins_{std::get_if<Bins>(&strategy.score)},
      evaluate_{strategy.score, mechanism, pair},
      width_{mechanism.columns(pair.d).size()} {
  if (bins_ && bins_->edges.size() > few_edges) bins_ = nullptr;
  if (!bins_) return;
  edges_.emplace(bins_->edges);
  reached_.resize(edges_->size());
  if (width_ != 1 || bins_->feature.kind != Feature::Kind::coordinate) return;
  counter_d_ = mechanism.counter(pair.d, bins_->edges);
  counter_d_prime_ = mechanism.counter(pair.d_prime, bins_->edges);
}

Guesses Player::play(bool under_d, sim::Stream& stream, std::size_t n) {
  if (n == 0) return {};
  if (auto const& counter = under_d ? counter_d_ : counter_d_prime_) {
    std::ranges::fill(reached_, std::uint64_t{0});
    (*counter)(stream, n, reached_);
    return from_counts(n);
  }
  auto const batch = memory_.shaped(n, width_);
  mechanism_.release(under_d ? pair_.d : pair_.d_prime, stream, batch);
  return (*this)(batch);
}

Guesses Player::operator()(mechanisms::ConstBatch releases) {
  if (bins_) {  // counts above each edge tell how many fell in each bin: no score is written down
    auto const y = evaluate(bins_->feature, releases, scratch_);
    std::ranges::fill(reached_, std::uint64_t{0});
    return from_counts(edges_->count_reaching(y, reached_));  // NaN is left out
  }
  scores_ = evaluate_(releases);
  return of_scores(scores_);
}

bool Player::reads_scores_of(Player const& other) const {
  return !bins_ && !other.bins_ && strategy_.score == other.strategy_.score;
}

Guesses Player::of_scores(std::span<double const> scores) const {
  return {sim::count_at_least(scores, strategy_.say_d_from), sim::count_at_most(scores, strategy_.say_d_prime_to)};
}

Guesses Player::from_counts(std::uint64_t n) const {
  Guesses guesses;
  for (std::size_t i = 0; i < bins_->log_ratio.size(); ++i) {
    auto const inside = (i == 0 ? n : reached_[i - 1]) - (i < reached_.size() ? reached_[i] : 0);
    auto const said = strategy_.guess(bins_->log_ratio[i]);
    if (said == Guess::d) guesses.d += inside;
    if (said == Guess::d_prime) guesses.d_prime += inside;
  }
  return guesses;
}

Strategy simplified(Strategy strategy) {
  auto* bins = std::get_if<Bins>(&strategy.score);
  if (!bins) return strategy;
  Bins joined{bins->feature, {}, {bins->log_ratio.front()}};
  for (std::size_t i = 0; i < bins->edges.size(); ++i) {
    auto const same = strategy.guess(bins->log_ratio[i + 1]) == strategy.guess(joined.log_ratio.back());
    if (same) continue;
    joined.edges.push_back(bins->edges[i]);
    joined.log_ratio.push_back(bins->log_ratio[i + 1]);
  }
  *bins = std::move(joined);
  return strategy;
}

Strategy without_idle_atoms(Strategy strategy) {
  auto* atoms = std::get_if<Atoms>(&strategy.score);
  if (!atoms) return strategy;
  Atoms telling{atoms->width, {}, {}};
  for (std::size_t row = 0; row < atoms->log_ratio.size(); ++row) {
    if (strategy.guess(atoms->log_ratio[row]) == strategy.guess(0)) continue;
    auto const release = std::span{atoms->releases}.subspan(row * atoms->width, atoms->width);
    telling.releases.insert(telling.releases.end(), release.begin(), release.end());
    telling.log_ratio.push_back(atoms->log_ratio[row]);
  }
  *atoms = std::move(telling);
  return strategy;
}

std::string coin_of(Strategy const& strategy) {
  if (strategy.coin_odds == 1) return "fair";
  return fmt::format("to {} once in {} trials", strategy.names_d() ? "D" : "D'", strategy.coin_odds + 1);
}

}  // namespace warner::verify
