#include "mechanisms/external/agreement.hpp"

#include <cmath>
#include <map>

namespace warner::mechanisms::external {
namespace {

double log_factorial(std::size_t n) {
  double sum = 0;
  for (std::size_t i = 2; i <= n; ++i) sum += std::log(static_cast<double>(i));
  return sum;
}

}  // namespace

double log_chance_of_agreement(std::span<std::uint64_t const> said) {
  std::map<std::uint64_t, std::size_t> times;
  for (auto const hash : said) ++times[hash];
  auto chance = log_factorial(said.size()) - log_factorial(2 * said.size());
  for (auto const& [hash, k] : times) chance += log_factorial(2 * k) - log_factorial(k);
  return chance;
}

}  // namespace warner::mechanisms::external
