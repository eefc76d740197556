#include "verify/bounds/claimed_divergences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "sim/bisection.hpp"
#include "sim/require.hpp"
#include "verify/bounds/divergence_bounds.hpp"

namespace warner::verify {
namespace {

using mechanisms::ApproximateDp;
using mechanisms::RenyiDp;

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr int lines = 16;
constexpr double furthest = 1e-6;  // type I error of the last line, as a part of the first's
constexpr double largest = 1 - 0x1p-50;
constexpr double largest_exponent = 600;  // e to the power of 709 is what a double holds

/// Orders that stand for all, dense enough that no divergence over its order falls by a thousandth between two.
std::vector<double> dense_orders(ClaimedDivergences const& claim) {
  std::vector<double> orders;
  for (auto const& [alpha, epsilon] : claim.renyi) orders.push_back(alpha);
  if (!claim.rho) return orders;
  orders.push_back(1);
  for (int k = -16; k <= 40; ++k) orders.push_back(1 + std::exp2(k / 4.0));
  return orders;
}

/// The order at which an event comes nearest to contradicting the claims, and how near: 1 is there.
struct Nearest {
  double order = 1, part = 0;
};
Nearest nearest(ClaimedDivergences const& claim, std::vector<double> const& orders, double p, double q) {
  Nearest best;
  for (auto const order : orders)
    if (auto const part = event_renyi(p, q, order) / claim.at(order); part > best.part) best = {order, part};
  return best;
}

void require_in(char const* symbol, double value, double above, double most) {
  require(value > above && value <= most, fmt::format("{}: {} is not in ({:g}, {:g}]", symbol, value, above, most));
}

}  // namespace

bool operator==(ClaimedDivergences const& a, ClaimedDivergences const& b) {
  return a.rho == b.rho && std::ranges::equal(a.renyi, b.renyi, [](RenyiDp const& x, RenyiDp const& y) {
           return x.alpha == y.alpha && x.epsilon == y.epsilon;
         });
}

ClaimedDivergences ClaimedDivergences::with_number(double number) const {
  auto other = *this;
  (rho ? *other.rho : other.renyi.front().epsilon) = number;
  return other;
}

double ClaimedDivergences::at(double order) const {
  auto most = rho ? *rho * order : infinity;
  for (auto const& [alpha, epsilon] : renyi)
    if (alpha >= order) most = std::min(most, epsilon);
  return most;
}

std::vector<double> ClaimedDivergences::orders() const {
  auto const last = rho ? 64 : renyi.back().alpha;
  std::vector<double> all;
  for (auto const order : {1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0})
    if (order <= last) all.push_back(order);
  for (auto const& claim : renyi)
    if (std::ranges::find(all, claim.alpha) == all.end()) all.push_back(claim.alpha);
  return all;
}

void validate(ClaimedDivergences const& claim) {
  if (claim.rho) require_in("rho", *claim.rho, 0, 100);
  for (auto const& [alpha, epsilon] : claim.renyi) {
    require_in("alpha", alpha, 1, 10'000);
    require_in("epsilon", epsilon, 0, 100);
  }
}

double scaled_power(double order, double x) { return order == 1 ? x : std::expm1((order - 1) * x) / (order - 1); }

double DivergenceLine::epsilon() const {
  if (order * inside > largest_exponent) {  // the same, with the largest power taken out of both
    auto const apart = outside - inside;
    return inside + std::log1p(-std::exp(order * apart)) - std::log1p(-std::exp((order - 1) * apart)) +
           std::log1p(-1 / order);
  }
  return std::log((std::expm1(order * inside) - std::expm1(order * outside)) / order /
                  (scaled_power(order, inside) - scaled_power(order, outside)));
}

double DivergenceLine::delta(double divergence) const {
  auto const beside = scaled_power(order, outside);
  if (order * inside > largest_exponent) {
    auto const top = (order - 1) * inside, small = std::exp(-top);
    auto const above = (std::exp((order - 1) * divergence - top) - small) / (order - 1) +
                       (std::expm1(order * outside) - order * beside) * small;
    return std::min(largest,
                    std::max(0.0, above / order / ((1 - small) / (order - 1) - beside * small)) * (1 + 1e-11) + 1e-15);
  }
  auto const delta = (scaled_power(order, divergence) - order * beside + std::expm1(order * outside)) / order /
                     (scaled_power(order, inside) - beside);
  return std::min(largest, std::max(0.0, delta) * (1 + 1e-11) + 1e-15);
}

std::vector<DivergenceLine> lines_of(ClaimedDivergences const& claim) {
  validate(claim);
  auto const orders = dense_orders(claim);
  auto const contradicts = [&](double p, double q) { return nearest(claim, orders, p, q).part > 1; };
  constexpr sim::Precision precise{.relative = 1e-13, .steps = 80};
  auto const first =
      std::exp(-sim::bisected(
                    {std::log(2.0), 300}, [&](double y) { return contradicts(-std::expm1(-y), std::exp(-y)); }, precise)
                    .low);
  std::vector<DivergenceLine> all;
  for (int i = 0; i < lines; ++i) {
    auto const far = static_cast<double>(i) / (lines - 1), q = first * std::pow(furthest, far * far);
    auto const p = sim::bisected(
                       {q, 1 - first}, [&](double at) { return contradicts(at, q); }, precise)
                       .low;
    if (!(p > q * (1 + 1e-9))) continue;
    DivergenceLine const line{nearest(claim, orders, p, q).order, std::log(p / q), std::log1p(-p) - std::log1p(-q)};
    if (std::isfinite(line.epsilon())) all.push_back(line);
  }
  return all;
}

namespace {

std::vector<ApproximateDp> statements_of(ClaimedDivergences const& claim) {
  std::vector<ApproximateDp> statements;
  for (auto const& line : lines_of(claim)) {
    auto const delta = line.delta(claim.at(line.order));
    if (line.epsilon() >= 0 && delta < largest) statements.push_back({line.epsilon(), delta});
  }
  auto const is_small =
      claim.rho.value_or(1) < 1 || std::ranges::any_of(claim.renyi, [](RenyiDp const& one) { return one.epsilon < 1; });
  require(!statements.empty(), is_small ? "claim: it allows less than numbers tell from nothing (claim an epsilon of 0)"
                                        : "claim: it allows everything that an audit can see");
  return statements;
}

/// Statements that stand for a claim among others: of a Gaussian one, nine of its lines.
void add_statements(mechanisms::Guarantee const& guarantee, std::vector<ApproximateDp>& all) {
  if (auto const* tradeoff = std::get_if<mechanisms::TradeoffDp>(&guarantee)) {
    all.insert(all.end(), tradeoff->statements.begin(), tradeoff->statements.end());
  } else if (auto const* gaussian = std::get_if<mechanisms::GaussianDp>(&guarantee)) {
    for (auto const steps : {0.0, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0})
      all.push_back({steps * gaussian->mu, mechanisms::delta_at(*gaussian, steps * gaussian->mu)});
  } else {
    all.push_back(mechanisms::statement_at(guarantee, mechanisms::usual_delta(guarantee)));
  }
}

}  // namespace

std::string describe(ClaimedDivergences const& claim) {
  std::string words;
  auto const add = [&](mechanisms::Guarantee const& one) {
    words += (words.empty() ? "" : " and ") + mechanisms::describe(one);
  };
  if (claim.rho) add(mechanisms::ZeroConcentratedDp{*claim.rho});
  for (auto const& one : claim.renyi) add(one);
  return words;
}

mechanisms::TradeoffDp implied_by(ClaimedDivergences const& claim) {
  return mechanisms::all_at_once(statements_of(claim), describe(claim));
}

std::vector<ApproximateDp> implied_by_a_quarter(ClaimedDivergences claim) {
  if (claim.empty()) return {};
  if (claim.rho) *claim.rho /= 4;
  for (auto& one : claim.renyi) one.epsilon /= 4;
  auto const all = implied_by(claim).statements;
  std::vector<ApproximateDp> some;
  auto const many = std::min<std::size_t>(4, all.size());
  for (std::size_t i = 0; i < many; ++i) some.push_back(all[i * all.size() / many]);
  return some;
}

ClaimsAtOnce at_once(std::vector<mechanisms::Guarantee> const& claims) {
  ClaimsAtOnce all;
  for (auto const& claim : claims) {
    mechanisms::validate(claim);
    if (auto const* rho = std::get_if<mechanisms::ZeroConcentratedDp>(&claim)) all.divergences.rho = rho->rho;
    else if (auto const* renyi = std::get_if<RenyiDp>(&claim)) all.divergences.renyi.push_back(*renyi);
    else all.others.push_back(claim);
    all.words += (all.words.empty() ? "" : " and ") + mechanisms::describe(claim);
  }
  std::ranges::sort(all.divergences.renyi, {}, &RenyiDp::alpha);
  validate(all.divergences);
  return all;
}

mechanisms::TradeoffDp statements_of(ClaimsAtOnce const& claims) {
  auto all = claims.divergences.empty() ? std::vector<ApproximateDp>{} : statements_of(claims.divergences);
  for (auto const& other : claims.others) add_statements(other, all);
  return mechanisms::all_at_once(std::move(all), claims.words);
}

}  // namespace warner::verify
