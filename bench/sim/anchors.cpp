#include "bench/sim/anchors.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <boost/random/bernoulli_distribution.hpp>
#include <boost/random/discrete_distribution.hpp>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/extreme_value_distribution.hpp>
#include <boost/random/geometric_distribution.hpp>
#include <boost/random/laplace_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>

namespace warner::bench {
namespace {

std::mt19937_64 generator{1};
boost::random::mt19937_64 boost_generator{1};

template <class Law>
void draw(Law law, std::span<double> out) {
  for (auto& x : out) x = static_cast<double>(law(generator));
}
template <class Law>
void boost_draw(Law law, std::span<double> out) {
  for (auto& x : out) x = static_cast<double>(law(boost_generator));
}

struct InverseLaplace {
  std::uniform_real_distribution<double> uniform{-0.5, 0.5};
  template <class G>
  double operator()(G& g) {
    auto const u = uniform(g);
    return std::copysign(std::log(1 - 2 * std::fabs(u)), u);
  }
};

/// The algorithms of [CKS20] on 64-bit integers, with one multiplication a uniform integer: as fast as they are likely
/// to be without bignums.
std::uint64_t below(std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  for (;;) {
    auto const product = Wide{generator()} * n;
    if (static_cast<std::uint64_t>(product) >= (0 - n) % n) return static_cast<std::uint64_t>(product >> 64);
  }
}
bool bernoulli_exponential(std::uint64_t numerator, std::uint64_t denominator) {
  for (; numerator > denominator; numerator -= denominator)
    if (!bernoulli_exponential(1, 1)) return false;
  std::uint64_t k = 1;
  while (below(denominator * k) < numerator) ++k;
  return k % 2 == 1;
}
std::int64_t discrete_laplace(std::uint64_t scale) {
  for (;;) {
    auto const u = below(scale);
    if (!bernoulli_exponential(u, scale)) continue;
    std::uint64_t v = 0;
    while (bernoulli_exponential(1, 1)) ++v;
    auto const magnitude = static_cast<std::int64_t>(u + scale * v);
    auto const negative = generator() >> 63 != 0;
    if (!(negative && magnitude == 0)) return negative ? -magnitude : magnitude;
  }
}
std::int64_t discrete_gaussian(std::uint64_t variance, std::uint64_t scale) {
  for (;;) {
    auto const y = discrete_laplace(scale);
    auto const reached = static_cast<std::uint64_t>(y < 0 ? -y : y) * scale;
    auto const distance = reached > variance ? reached - variance : variance - reached;
    if (bernoulli_exponential(distance * distance, 2 * variance * scale * scale)) return y;
  }
}

std::vector<double> discrete_gaussian_weights() {
  std::vector<double> weights;
  for (int z = -127; z <= 127; ++z) weights.push_back(std::exp(-z * z / 200.0));
  return weights;
}

}  // namespace

std::uint64_t std_words(std::span<double> out) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < out.size(); ++i) sum += generator();
  return sum;
}
void std_uniform(std::span<double> out) { draw(std::uniform_real_distribution<double>{}, out); }
void std_exponential(std::span<double> out) { draw(std::exponential_distribution<double>{}, out); }
void std_laplace(std::span<double> out) { draw(InverseLaplace{}, out); }
void std_gaussian(std::span<double> out) { draw(std::normal_distribution<double>{}, out); }
void std_gumbel(std::span<double> out) { draw(std::extreme_value_distribution<double>{}, out); }
void std_geometric(std::span<double> out) { draw(std::geometric_distribution<int>{1 - 0.7}, out); }
void std_two_sided_geometric(std::span<double> out) {
  std::geometric_distribution<int> law{1 - 0.7};
  for (auto& x : out) {
    auto const up = law(generator), down = law(generator);
    x = static_cast<double>(up - down);
  }
}
void std_bernoulli(std::span<double> out) { draw(std::bernoulli_distribution{0.3}, out); }

void std_discrete_gaussian(std::span<double> out) {
  static auto const weights = discrete_gaussian_weights();
  static std::discrete_distribution<int> law(weights.begin(), weights.end());
  for (auto& x : out) x = static_cast<double>(law(generator) - 127);
}
void std_gaussian_rounded(std::span<double> out) {
  std::normal_distribution<double> law{0, 10'000};
  for (auto& x : out) x = std::nearbyint(law(generator));
}
void std_poisson_binomial(std::span<double> out) {
  for (auto& x : out) {
    int sum = 0;
    for (int i = 1; i <= 64; ++i) sum += std::bernoulli_distribution{i / 65.0}(generator);
    x = sum;
  }
}

void std_binomial(std::span<double> out) { draw(std::binomial_distribution<int>{255, 0.3}, out); }
void cks20_discrete_gaussian(std::span<double> out) {
  for (auto& x : out) x = static_cast<double>(discrete_gaussian(100, 11));
}

std::uint64_t std_count_gaussian(std::uint64_t n, double threshold) {
  std::normal_distribution<double> law;
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < n; ++i) count += law(generator) >= threshold;
  return count;
}
std::uint64_t std_count_laplace(std::uint64_t n, double threshold) {
  InverseLaplace law;
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < n; ++i) count += law(generator) >= threshold;
  return count;
}
std::uint64_t std_count_bernoulli(std::uint64_t n) {
  std::bernoulli_distribution law{0.3};
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < n; ++i) count += law(generator);
  return count;
}

Played std_play_laplace(std::uint64_t n) {
  InverseLaplace law;
  std::bernoulli_distribution coin;
  Played played;
  for (std::uint64_t i = 0; i < n; ++i) {
    auto const d_prime = coin(generator);
    auto const y = law(generator) + (d_prime ? 1 : 0);
    played.right += d_prime ? y >= 1 : y < 0;
    played.wrong += d_prime ? y < 0 : y >= 1;
  }
  return played;
}
Played std_play_randomised_response(std::uint64_t n) {
  std::bernoulli_distribution coin, lie{1 / (1 + std::exp(1.0))};
  Played played;
  for (std::uint64_t i = 0; i < n; ++i) {
    auto const truth = coin(generator);
    auto const answer = truth != lie(generator);
    played.right += answer == truth;
    played.wrong += answer != truth;
  }
  return played;
}

void boost_uniform(std::span<double> out) { boost_draw(boost::random::uniform_01<double>{}, out); }
void boost_exponential(std::span<double> out) { boost_draw(boost::random::exponential_distribution<double>{}, out); }
void boost_laplace(std::span<double> out) { boost_draw(boost::random::laplace_distribution<double>{}, out); }
void boost_gaussian(std::span<double> out) { boost_draw(boost::random::normal_distribution<double>{}, out); }
void boost_gumbel(std::span<double> out) { boost_draw(boost::random::extreme_value_distribution<double>{0, 1}, out); }
void boost_geometric(std::span<double> out) { boost_draw(boost::random::geometric_distribution<int>{1 - 0.7}, out); }
void boost_two_sided_geometric(std::span<double> out) {
  boost::random::geometric_distribution<int> law{1 - 0.7};
  for (auto& x : out) {
    auto const up = law(boost_generator), down = law(boost_generator);
    x = static_cast<double>(up - down);
  }
}
void boost_discrete_gaussian(std::span<double> out) {
  static auto const weights = discrete_gaussian_weights();
  static boost::random::discrete_distribution<int> law(weights.begin(), weights.end());
  for (auto& x : out) x = static_cast<double>(law(boost_generator) - 127);
}
void boost_bernoulli(std::span<double> out) { boost_draw(boost::random::bernoulli_distribution<double>{0.3}, out); }

}  // namespace warner::bench
