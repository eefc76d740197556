#include "mechanisms/external/freshness.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/external/agreement.hpp"
#include "sim/byte_hash.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t most_hashed = 100, enough = 50;
constexpr double chance = 1e-9;

bool are_all_the_same(std::span<std::uint64_t const> said) {
  return std::ranges::all_of(said, [&](auto const hash) { return hash == said.front(); });
}

/// ln of sup p^(n - 1) (1 - p)^m, which is at p = (n - 1) / (n - 1 + m).
double log_chance_of_two_constants(std::size_t n, std::size_t m) {
  if (n < 2) return 0;
  auto const a = static_cast<double>(n - 1), b = static_cast<double>(m);
  return a * std::log(a / (a + b)) + b * std::log(b / (a + b));
}

}  // namespace

bool Freshness::wants(std::size_t dataset) const {
  std::scoped_lock const lock{mutex_};
  auto const found = heard_.find(dataset);
  return found == heard_.end() || found->second.compared < std::min(enough, found->second.said.size());
}

Freshness::Finding Freshness::hear(std::size_t dataset, std::uint64_t seed, std::span<std::uint64_t const> said) {
  if (said.empty()) return Finding::fresh;
  std::scoped_lock const lock{mutex_};
  auto const [place, is_first] = heard_.try_emplace(dataset, Heard{seed, {said.begin(), said.end()}});
  auto& first = place->second;
  if (is_first) {
    first.is_constant = are_all_the_same(said);
    return Finding::fresh;
  }
  if (seed == first.seed) return Finding::fresh;  // the same request
  auto const many = std::min(said.size(), first.said.size());
  first.compared = std::max(first.compared, many);
  auto const one = are_all_the_same(said) && are_all_the_same(first.said);
  first.is_constant = first.is_constant && one && said.front() == first.said.front();
  if (std::equal(said.begin(), said.begin() + static_cast<std::ptrdiff_t>(many), first.said.begin()) &&
      log_chance_of_agreement(said.first(many)) < std::log(chance))
    return Finding::said_again;
  if (one && said.front() != first.said.front() &&
      log_chance_of_two_constants(first.said.size(), said.size()) < std::log(chance))
    return Finding::one_for_all;
  return Finding::fresh;
}

bool Freshness::says_one_thing_of_each() const {
  std::scoped_lock const lock{mutex_};
  auto const is_one = [](auto const& heard) { return heard.second.is_constant; };
  auto const is_as_first = [&](auto const& heard) {
    return heard.second.said.front() == heard_.begin()->second.said.front();
  };
  return std::ranges::all_of(heard_, is_one) && !std::ranges::all_of(heard_, is_as_first);
}

void FirstReleases::take(std::string_view releases, std::size_t bytes) {
  if (hashes_.size() == most_hashed) return;
  for_each_release(releases, bytes, [&](std::string_view release) {
    if (hashes_.size() < most_hashed) hashes_.push_back(sim::hash_of_bytes(release));
  });
}

}  // namespace warner::mechanisms::external
