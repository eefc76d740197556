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
void std_poisson_binomial(std::span<double> out) {
  for (auto& x : out) {
    int sum = 0;
    for (int i = 1; i <= 64; ++i) sum += std::bernoulli_distribution{i / 65.0}(generator);
    x = sum;
  }
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
