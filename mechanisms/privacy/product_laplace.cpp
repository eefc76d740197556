#include "mechanisms/privacy/product_laplace.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace warner::mechanisms::privacy {
namespace {

/// Signs alternate and k terms of size 2^k cancel: about 1.1 k + 60 digits are needed, k <= 128.
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<220>, boost::multiprecision::et_off>;

constexpr std::size_t most_coordinates = 128, most_terms = 50'000;

/// Equal shifts together: the shift and how many coordinates have it.
using Groups = std::vector<std::pair<double, int>>;

Groups grouped(std::span<double const> shifts) {
  std::map<double, int> counts;
  for (auto const shift : shifts)
    if (shift != 0) ++counts[shift];
  return {counts.begin(), counts.end()};
}

/// The coefficients of (1 - v)^q (1 + v)^(k - q), row q = 0, .., k. Each row is the one before, divided by 1 + v and
/// multiplied by 1 - v.
std::vector<std::vector<Real>> coefficients(int k) {
  std::vector<Real> row{1};
  for (int n = 0; n < k; ++n) row.push_back(row.back() * (k - n) / (n + 1));
  std::vector<std::vector<Real>> rows{row};
  for (int q = 1; q <= k; ++q) {
    Real quotient = 0, before = 0;  // coefficients of the row before over 1 + v
    for (auto& coefficient : row) {
      quotient = coefficient - quotient;
      coefficient = quotient - before;
      before = quotient;
    }
    rows.push_back(row);
  }
  return rows;
}

/// sum over n of row[n] (P_n(u) - B_n(u)): P_n is Pr[Gamma(n) <= u], and P_n - B_n = E[(1 - e^(2 (G - u)))+] for G ~
/// Gamma(n).
Real gamma_sum(std::vector<Real> const& row, Real const& u) {
  Real const e = exp(-u);
  Real p = 1, b = e * e, term = e, sum = row[0] * (p - b);
  for (std::size_t n = 1; n < row.size(); ++n) {
    p -= term;
    b = term - b;
    sum += row[n] * (p - b);
    term *= u / n;  // e^-u u^n / n!
  }
  return sum;
}

/// Adds the terms of all ways to pick coordinates from groups[from..], `picked` of them so far with these shifts in
/// all.
void add_terms(Real& delta, Groups const& groups, std::size_t from, std::vector<std::vector<Real>> const& rows,
               std::size_t picked, Real const& room, Real const& shift, Real const& weight) {
  if (room - shift <= 0) return;  // the Gamma law starts beyond
  if (from == groups.size()) {
    delta += weight * exp(-shift) * gamma_sum(rows[picked], room - shift);
    return;
  }
  auto const [each, count] = groups[from];
  Real ways = weight, shifted = shift;
  for (int q = 0; q <= count; ++q) {
    add_terms(delta, groups, from + 1, rows, picked + static_cast<std::size_t>(q), room, shifted, ways);
    ways = ways * (count - q) / (q + 1);
    shifted += each;
  }
}

}  // namespace

std::optional<double> product_laplace_delta(std::span<double const> shifts, double epsilon) {
  auto const groups = grouped(shifts);
  std::size_t k = 0, terms = 1;
  Real total = 0;
  for (auto const& [shift, count] : groups) {
    k += static_cast<std::size_t>(count);
    terms *= static_cast<std::size_t>(count) + 1;
    total += Real{shift} * count;
    if (k > most_coordinates || terms * (k + 1) > most_terms) return std::nullopt;
  }
  if (epsilon >= total) return 0;
  Real delta = 0;
  add_terms(delta, groups, 0, coefficients(static_cast<int>(k)), 0, (total - epsilon) / 2, 0, 1);
  return static_cast<double>(ldexp(delta, -static_cast<int>(k)));
}

}  // namespace warner::mechanisms::privacy
