#include "mechanisms/local/binary_response.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {

BinaryResponse::BinaryResponse(double keep_one, double keep_zero)
    : p_{keep_one}, q_{keep_zero}, one_from_one_{keep_one}, one_from_zero_{1 - keep_zero} {
  require(keep_one + keep_zero >= 1,
          fmt::format("p + q: {} is below 1 (the answers would mean their opposite)", keep_one + keep_zero));
}

std::vector<Column> BinaryResponse::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, 1);
  return {{"answer", Column::Kind::category}};
}

void BinaryResponse::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  (dataset[0] == 1 ? one_from_one_ : one_from_zero_).fill(stream, 0, out.column(0));
}

void BinaryResponse::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const one = probability_of_one(dataset[0] == 1);
  auto const log_one = std::log(one), log_zero = std::log1p(-one);
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = y[i] == 1 ? log_one : log_zero;
}

double BinaryResponse::exact_epsilon(Pair const& pair, double delta) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return 0;
  if (delta == 0) return epsilon();
  return privacy::epsilon_at(
      [&](double e) { return privacy::binary_delta(probability_of_one(true), probability_of_one(false), e); }, delta);
}

std::optional<privacy::PairPrivacy> BinaryResponse::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  if (std::max(p_, q_) == 1) return std::nullopt;
  return privacy::lattice_pair(privacy::binary_law(p_, 1 - static_cast<long double>(q_)), p_ == q_);
}

double BinaryResponse::epsilon() const { return std::log(std::max(p_ / (1 - q_), q_ / (1 - p_))); }

double BinaryResponse::estimate(double share_of_ones) const {
  require(p_ + q_ > 1, "p + q: 1 makes the answers independent of the truth (nothing can be estimated)");
  return (share_of_ones + q_ - 1) / (p_ + q_ - 1);
}

double BinaryResponse::variance_over_populations(double mu, double n) const {
  auto const lambda = mu * p_ + (1 - mu) * (1 - q_), slope = p_ + q_ - 1;
  return lambda * (1 - lambda) / (n * slope * slope);
}

double BinaryResponse::variance_for_fixed_people(double mu, double n) const {
  auto const slope = p_ + q_ - 1;
  return (mu * p_ * (1 - p_) + (1 - mu) * q_ * (1 - q_)) / (n * slope * slope);
}

}  // namespace warner::mechanisms::local
