#include "bench/sim/workloads.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <vector>

#include "bench/sim/anchors.hpp"
#include "mechanisms/noise/discrete_gaussian.hpp"
#include "mechanisms/noise/poisson_binomial.hpp"
#include "sim/bits.hpp"
#include "sim/coin_sums.hpp"
#include "sim/count.hpp"
#include "sim/unlike_coins.hpp"
#include "sim/variates.hpp"
#include "sim/word_counter.hpp"

namespace warner::bench {
namespace {

using sim::Stream;

/// Every call draws one block, the next: as the driver does.
template <class Fill>
Draw by_blocks(Fill fill, sim::Generator generator = sim::Generator::ars) {
  return [fill, key = sim::key_of({1, sim::Purpose::bench, sim::Arm::none, generator}),
          block = std::uint64_t{0}](std::span<double> out) mutable {
    Stream stream{key, block++};
    fill(stream, out);
  };
}

void words(Stream& stream, std::span<double> out) {
  alignas(64) std::array<std::uint64_t, 512> buffer;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < out.size(); i += buffer.size()) {
    stream.fill(buffer);
    last ^= buffer.back();
  }
  out[0] = static_cast<double>(last >> 63);
}

std::vector<double> sixty_four_probabilities() {
  std::vector<double> all;
  for (int i = 1; i <= 64; ++i) all.push_back(i / 65.0);
  return all;
}

sim::UnlikeCoins sixty_four_coins() {
  std::vector<std::uint64_t> thresholds;
  for (auto const p : sixty_four_probabilities()) thresholds.push_back(sim::bernoulli_threshold(p));
  return sim::UnlikeCoins{thresholds};
}

auto const coin = sim::bernoulli_threshold(0.3);

}  // namespace

std::vector<Workload> workloads() {
  using std::numbers::egamma, std::numbers::pi;
  auto const laplace = [](Stream& s, std::span<double> out) { sim::fill_laplace(s, 0, 1, out); };
  auto const gaussian = [](Stream& s, std::span<double> out) { sim::fill_gaussian(s, 0, 1, out); };
  Draw const std_word = [](std::span<double> out) { out[0] = static_cast<double>(std_words(out) >> 63); };
  auto const nothing = std::nan("");
  auto const tail = std::exp(-1.0) / 2, gaussian_tail = std::erfc(std::numbers::sqrt2 / 2) / 2;
  Draw const memset = [](std::span<double> out) {
    std::memset(out.data(), 1, out.size_bytes());
  };  // the least that a store costs
  Draw const count_bernoulli = [](std::span<double> out) {
    out[0] = static_cast<double>(std_count_bernoulli(out.size()));
  };
  std::array const edges{1.0};
  return {
      {"64-bit words", by_blocks(words), {{"std", std_word, 8}}, true, nothing, 0, {"words", 0}},
      {"64-bit words, philox", by_blocks(words, sim::Generator::philox), {{"std", std_word, 0}}, true, nothing, 0},
      {"64-bit words, aes",
       by_blocks(words, sim::Generator::aes),
       {{"std", std_word, 5.5}},
       true,
       nothing,
       0,
       {"words", 16}},
      {"uniform",
       by_blocks(sim::fill_uniform),
       {{"std", std_uniform, 7.5}, {"boost", boost_uniform, 0}},
       false,
       0.5,
       1.0 / 12,
       {"uniform", 11}},
      {"exponential",
       by_blocks([](Stream& s, std::span<double> out) { sim::fill_exponential(s, 1, out); }),
       {{"std", std_exponential, 13}, {"boost", boost_exponential, 5.5}},
       false,
       1,
       1,
       {"exponential", 6.5}},
      {"laplace",
       by_blocks(laplace),
       {{"std", std_laplace, 14.6}, {"boost", boost_laplace, 8.6}},
       false,
       0,
       2,
       {"laplace", 31}},
      {"laplace, philox",
       by_blocks(laplace, sim::Generator::philox),
       {{"std", std_laplace, 0}, {"boost", boost_laplace, 0}},
       false,
       0,
       2},
      {"laplace, aes",
       by_blocks(laplace, sim::Generator::aes),
       {{"std", std_laplace, 12.3}, {"boost", boost_laplace, 7.2}},
       false,
       0,
       2,
       {"laplace", 25.8}},
      {"gaussian",
       by_blocks(gaussian),
       {{"std", std_gaussian, 16}, {"boost", boost_gaussian, 6}},
       false,
       0,
       1,
       {"gaussian", 14}},
      {"gumbel",
       by_blocks([](Stream& s, std::span<double> out) { sim::fill_gumbel(s, 0, 1, out); }),
       {{"std", std_gumbel, 15}, {"boost", boost_gumbel, 0}},
       false,
       egamma,
       pi * pi / 6,
       {"gumbel", 19}},
      {"geometric",
       by_blocks([](Stream& s, std::span<double> out) { sim::fill_geometric(s, 0.7, out); }),
       {{"std", std_geometric, 14.5}, {"boost", boost_geometric, 0}},
       false,
       0.7 / 0.3,
       0.7 / 0.09,
       {"geometric", 23}},
      {"two-sided geometric",
       by_blocks([](Stream& s, std::span<double> out) { sim::fill_two_sided_geometric(s, 0, 0.7, out); }),
       {{"std", std_two_sided_geometric, 26}, {"boost", boost_two_sided_geometric, 0}},
       false,
       0,
       1.4 / 0.09,
       {"two-sided geometric", 0}},
      {"bernoulli",
       by_blocks([](Stream& s, std::span<double> out) { sim::fill_bernoulli(s, coin, out); }),
       {{"std", std_bernoulli, 0}, {"boost", boost_bernoulli, 0}},
       false,
       0.3,
       0.21,
       {"bernoulli", 0}},
      {"bernoulli, counted",
       by_blocks([](Stream& s, std::span<double> out) {
         out[0] = static_cast<double>(sim::count_bernoulli(s, coin, out.size()));
       }),
       {{"std", count_bernoulli, 0}},
       true,
       0.3,
       0.21,
       {"bernoulli, counted", 0}},
      {"bernoulli, counted by bits",
       by_blocks([](Stream& s, std::span<double> out) {
         out[0] = static_cast<double>(sim::count_bits(s, coin, out.size()));
       }),
       {{"std", count_bernoulli, 43}},
       true,
       0.3,
       0.21,
       {"bernoulli, counted", 60}},
      {"discrete gaussian",
       by_blocks(
           [law = mechanisms::noise::DiscreteGaussian{10}](Stream& s, std::span<double> out) { law.fill(s, 0, out); }),
       {{"std", std_discrete_gaussian, 0},
        {"boost", boost_discrete_gaussian, 0},
        {"cks20", cks20_discrete_gaussian, 125}},
       false,
       0,
       100},
      {"poisson-binomial, 64 coins",
       by_blocks([law = mechanisms::noise::PoissonBinomial{sixty_four_probabilities()}](
                     Stream& s, std::span<double> out) { law.fill(s, 0, out); }),
       {{"std", std_poisson_binomial, 290}},
       false,
       32,
       64 * 66 / (6.0 * 65)},
      {"discrete gaussian, sd 10000",
       by_blocks([law = mechanisms::noise::DiscreteGaussian{10'000}](Stream& s, std::span<double> out) {
         law.fill(s, 0, out);
       }),
       {{"std", std_gaussian_rounded, 0}},
       false,
       0,
       1e8},
      {"poisson-binomial, 64 coins tossed",
       by_blocks([coins = sixty_four_coins()](Stream& s, std::span<double> out) { sim::fill_sums(s, coins, 0, out); }),
       {{"std", std_poisson_binomial, 22}},
       false,
       32,
       64 * 66 / (6.0 * 65)},
      {"binomial, 255 coins, tossed",
       by_blocks([](Stream& s, std::span<double> out) {
         std::ranges::fill(out, 0.0);
         sim::add_coin_sums(s, coin, 255, out);
       }),
       {{"std", std_binomial, 0}},
       false,
       76.5,
       53.55},
      {"gaussian event, counted",
       by_blocks([](Stream& s, std::span<double> out) {
         sim::fill_gaussian(s, 0, 1, out);
         out[0] = static_cast<double>(sim::count_at_least(out, 1));
       }),
       {{"std", [](std::span<double> out) { out[0] = static_cast<double>(std_count_gaussian(out.size(), 1)); }, 15.5}},
       true,
       gaussian_tail,
       gaussian_tail * (1 - gaussian_tail)},
      {"laplace event, counted",
       by_blocks([](Stream& s, std::span<double> out) {
         sim::fill_laplace(s, 0, 1, out);
         out[0] = static_cast<double>(sim::count_at_least(out, 1));
       }),
       {{"std", [](std::span<double> out) { out[0] = static_cast<double>(std_count_laplace(out.size(), 1)); }, 14.5}},
       true,
       tail,
       tail * (1 - tail),
       {"laplace event, counted", 0}},
      {"laplace event, from words",
       by_blocks([count = *sim::laplace_counter(0, 1, edges)](Stream& s, std::span<double> out) {
         std::uint64_t reached = 0;
         count(s, out.size(), {&reached, 1});
         out[0] = static_cast<double>(reached);
       }),
       {{"std", [](std::span<double> out) { out[0] = static_cast<double>(std_count_laplace(out.size(), 1)); }, 40}},
       true,
       tail,
       tail * (1 - tail),
       {"laplace event, counted", 0}},
      {"uniform, cache stores", by_blocks(sim::fill_uniform), {{"memset", memset, 0}}, false, nothing, 0},
  };
}

std::string wrong_with(Workload const& workload, Draw const& draw) {
  if (std::isnan(workload.mean)) return {};
  auto mine = draw;  // from its first block on
  std::vector<double> buffer(buffer_size);
  constexpr int blocks = 256;
  double sum = 0;
  for (int block = 0; block < blocks; ++block) {
    mine(buffer);
    if (workload.counts) sum += buffer[0];
    else
      for (auto const x : buffer) sum += x;
  }
  constexpr auto n = static_cast<double>(blocks * buffer_size);
  auto const z = (sum / n - workload.mean) / std::sqrt(workload.variance / n);
  return std::fabs(z) < 7 ? std::string{}
                          : "mean " + std::to_string(sum / n) + " instead of " + std::to_string(workload.mean);
}

}  // namespace warner::bench
