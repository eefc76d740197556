#include "mechanisms/privacy/loss_grid.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

constexpr double roundoff = std::numeric_limits<double>::epsilon();

/// Mass of a cell under P, and E_P[(1 - e^(anchor - L))] over it, which is p - q e^anchor without a difference of the
/// two.
struct Cell {
  double p = 0, excess = 0;
};

/// Gauss-Legendre with five nodes on panels no wider than the law allows.
void integrate(LossLaw const& law, double from, double to,
               std::function<void(double weight, double loss)> const& visit) {
  constexpr double nodes[] = {0, 0.5384693101056830910363144, 0.9061798459386639927976269};
  constexpr double weights[] = {0.5688888888888888888888889, 0.4786286704993664680412915, 0.2369268850561890875142640};
  if (!(to > from)) return;
  auto const panels = static_cast<int>(std::ceil((to - from) / law.panel));
  auto const half = (to - from) / panels / 2;
  for (int i = 0; i < panels; ++i) {
    auto const centre = from + (2 * i + 1) * half;
    for (int j = -2; j <= 2; ++j) {
      auto const x = centre + (j < 0 ? -half : half) * nodes[std::abs(j)];
      visit(weights[std::abs(j)] * half * law.density(x), law.loss(x));
    }
  }
}

double clamped_x(LossLaw const& law, double loss) {
  auto const x = law.x_at(loss);
  return std::isnan(x) ? law.low : std::clamp(x, law.low, law.high);
}

Cell cell_of(LossLaw const& law, double x_from, double x_to, double anchor) {
  Cell cell;
  integrate(law, x_from, x_to, [&](double weight, double loss) {
    cell.p += weight;
    cell.excess -= weight * std::expm1(anchor - loss);
  });
  return cell;
}

struct Range {
  std::int64_t first = 0, last = 0;
};

/// Grid points that cover every finite loss.
Range range_of(LossLaw const& law, double step, double shift) {
  auto least = std::numeric_limits<double>::infinity(), most = -least;
  if (law.density) {
    least = law.loss(law.low);
    most = law.loss(law.high);
  }
  for (auto const& o : law.atoms)
    if (o.p > 0 && std::isfinite(o.loss)) {
      least = std::min(least, static_cast<double>(o.loss));
      most = std::max(most, static_cast<double>(o.loss));
    }
  require((most - least) / step < 5e6, "grid: more than five million points (a coarser step, or fewer different laws)");
  return {static_cast<std::int64_t>(std::floor((least - shift) / step)) - 1,
          static_cast<std::int64_t>(std::ceil((most - shift) / step)) + 1};
}

/// Laws of atoms alone move the grid onto their atoms.
double own_shift(LossLaw const& law, double step) {
  if (law.density || law.atoms.empty()) return 0;
  for (auto const& o : law.atoms)
    if (o.p > 0 && std::isfinite(o.loss))
      return static_cast<double>(o.loss - step * std::round(o.loss / static_cast<long double>(step)));
  return 0;
}

LossGrid empty_grid(LossLaw const& law, double step) {
  LossGrid grid;
  grid.step = step;
  grid.shift = own_shift(law, step);
  auto const range = range_of(law, step, grid.shift);
  grid.first = range.first;
  grid.mass.assign(static_cast<std::size_t>(range.last - range.first + 1), 0.0);
  return grid;
}

/// Without the empty points above the largest loss.
LossGrid trimmed(LossGrid grid) {
  while (grid.mass.size() > 1 && grid.mass.back() == 0) grid.mass.pop_back();
  return grid;
}

}  // namespace

LossGrid dominating_grid(LossLaw const& law, double step) {
  auto grid = empty_grid(law, step);
  grid.infinite = law.outside;
  auto const split = [&](std::size_t upper, Cell const& cell, double loss) {
    // the grid point's own rounding moves the anchor by |loss| roundings: rounded up, in mass
    auto const slack = cell.p * std::min(1.0, 8 * roundoff * (1 + std::abs(loss)) / step);
    auto const up = std::clamp(cell.excess / -std::expm1(-step) + slack, 0.0, cell.p);
    grid.mass[upper] += up;
    grid.mass[upper - 1] += cell.p - up;
  };
  if (law.density) {
    auto from = law.low;
    for (std::size_t i = 1; i < grid.mass.size(); ++i) {
      auto const to = i + 1 == grid.mass.size() ? law.high : clamped_x(law, grid.loss(i));
      if (to > from) split(i, cell_of(law, from, to, grid.loss(i - 1)), grid.loss(i));
      from = std::max(from, to);
    }
    grid.mass[0] += law.outside;
  }
  auto largest_slack = 0.0;
  for (auto const& o : law.atoms) {
    if (o.p == 0) continue;
    if (!std::isfinite(o.loss)) {
      grid.infinite += static_cast<double>(o.p);
      continue;
    }
    auto const position = (o.loss - grid.shift) / static_cast<long double>(step);
    auto const nearest = std::round(position);
    if (std::abs(position - nearest) < 1e-9L) {  // on the grid: what is left of the rounding goes into the shift
      grid.mass[static_cast<std::size_t>(static_cast<std::int64_t>(nearest) - grid.first)] += static_cast<double>(o.p);
      largest_slack = std::max(largest_slack, static_cast<double>((position - nearest) * step) +
                                                  4 * roundoff * std::abs(static_cast<double>(o.loss)));
    } else {
      auto const upper = static_cast<std::size_t>(static_cast<std::int64_t>(std::ceil(position)) - grid.first);
      auto const p = static_cast<double>(o.p);
      split(upper, {p, p * -std::expm1(grid.loss(upper - 1) - static_cast<double>(o.loss))},
            static_cast<double>(o.loss));
    }
  }
  grid.shift += largest_slack;
  return trimmed(std::move(grid));
}

LossGrid dominated_grid(LossLaw const& law, double step, double tilt) {
  auto grid = empty_grid(law, step);
  struct Merged {
    std::int64_t index;
    double p, above;  // above: how far the grid point lies above the merged loss
  };
  std::vector<Merged> cells;
  auto const last = grid.first + static_cast<std::int64_t>(grid.mass.size()) - 1;
  if (law.density) {
    auto from = law.low;
    for (auto i = grid.first; i <= last; ++i) {
      auto const here = static_cast<double>(i) * step + grid.shift;
      auto const to = i == last ? law.high : clamped_x(law, here + step / 2);
      if (to > from) {
        auto const cell = cell_of(law, from, to, here);
        auto const margin = 8 * roundoff * (1 + std::abs(here));
        // ln(p / q) - here = -ln(1 - excess / p)
        if (cell.p > 0)
          cells.push_back({i, cell.p, cell.excess < cell.p ? std::log1p(-cell.excess / cell.p) + margin : step});
        from = to;
      }
    }
  }
  for (auto const& o : law.atoms) {
    if (o.p == 0) continue;
    if (!std::isfinite(o.loss)) {
      grid.infinite += static_cast<double>(o.p);
      continue;
    }
    auto const i = std::round((o.loss - grid.shift) / static_cast<long double>(step));
    auto const above = i * step + grid.shift - o.loss;
    cells.push_back({static_cast<std::int64_t>(i), static_cast<double>(o.p),
                     static_cast<double>(above) + 4 * roundoff * std::abs(static_cast<double>(o.loss))});
  }
  // The shift down that costs least: cells that lie lower than it have to go down a whole step.
  std::ranges::sort(cells, {}, &Merged::above);
  auto const weight = [&](Merged const& c) {
    return c.p * std::exp(std::min(600.0, tilt * static_cast<double>(c.index) * step));
  };
  double all = 0;
  for (auto const& c : cells) all += weight(c);
  double left = all, best = std::numeric_limits<double>::infinity(), down = 0;
  for (auto const& c : cells) {
    left -= weight(c);
    auto const cost = c.above * all + step * std::max(0.0, left);
    if (cost < best) {
      best = cost;
      down = c.above;
    }
  }
  for (auto const& c : cells) {
    auto const steps = c.above <= down ? 0 : static_cast<std::int64_t>(std::ceil((c.above - down) / step));
    auto const index = c.index - steps - grid.first;
    if (index >= 0) grid.mass[static_cast<std::size_t>(index)] += c.p;  // below the grid: dropped
  }
  grid.shift -= down;
  return trimmed(std::move(grid));
}

LossMoments moments(LossLaw const& law) {
  double mass = 0, first = 0, second = 0;
  LossMoments result;
  result.least = std::numeric_limits<double>::infinity();
  result.most = -result.least;
  auto const add = [&](double p, double loss) {
    mass += p;
    first += p * loss;
    second += p * loss * loss;
    result.least = std::min(result.least, loss);
    result.most = std::max(result.most, loss);
  };
  if (law.density) integrate(law, law.low, law.high, add);
  for (auto const& o : law.atoms)
    if (o.p > 0 && std::isfinite(o.loss)) add(static_cast<double>(o.p), static_cast<double>(o.loss));
  if (law.density) {
    result.least = std::min(result.least, law.loss(law.low));
    result.most = std::max(result.most, law.loss(law.high));
  }
  result.mean = first / mass;
  result.variance = std::max(0.0, second / mass - result.mean * result.mean);
  return result;
}

}  // namespace warner::mechanisms::privacy
