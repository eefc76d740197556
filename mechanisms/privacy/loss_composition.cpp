#include "mechanisms/privacy/loss_composition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/privacy/fourier.hpp"
#include "mechanisms/privacy/loss_grid.hpp"
#include "sim/bisection.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

constexpr double roundoff = std::numeric_limits<double>::epsilon() / 2,
                 infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t largest_transform = std::size_t{1} << 21;

struct Part {
  LossGrid grid;
  int count;
};

/// ln E e^(theta L) of the finite masses, and its derivative.
struct Cumulant {
  double value = 0, slope = 0, variance = 0;
};

Cumulant cumulant(LossGrid const& grid, double theta) {
  auto const anchor = theta >= 0 ? grid.loss(grid.mass.size() - 1) : grid.loss(0);
  auto largest = -infinity;
  for (std::size_t i = 0; i < grid.mass.size(); ++i)
    if (grid.mass[i] > 0) largest = std::max(largest, std::log(grid.mass[i]) + theta * (grid.loss(i) - anchor));
  double sum = 0, first = 0, second = 0;
  for (std::size_t i = 0; i < grid.mass.size(); ++i) {
    if (grid.mass[i] == 0) continue;
    auto const term = grid.mass[i] * std::exp(theta * (grid.loss(i) - anchor) - largest);
    sum += term;
    first += term * grid.loss(i);
    second += term * grid.loss(i) * grid.loss(i);
  }
  auto const mean = first / sum;
  return {largest + std::log(sum) + theta * anchor, mean, std::max(0.0, second / sum - mean * mean)};
}

Cumulant cumulant(std::vector<Part> const& parts, double theta) {
  Cumulant all;
  for (auto const& part : parts) {
    auto const one = cumulant(part.grid, theta);
    all.value += part.count * one.value;
    all.slope += part.count * one.slope;
    all.variance += part.count * one.variance;
  }
  return all;
}

/// The same law on fewer points, each at the mean of what it stands for: for the search for theta, which needs no
/// accuracy.
struct Coarse {
  std::vector<double> loss, log_mass;
  int count;
};

Coarse coarser(Part const& part) {
  auto const n = part.grid.mass.size(), stride = n / 4000 + 1;
  Coarse coarse{{}, {}, part.count};
  for (std::size_t i = 0; i < n; i += stride) {
    double mass = 0, mean = 0;
    for (auto j = i; j < std::min(n, i + stride); ++j) {
      mass += part.grid.mass[j];
      mean += part.grid.mass[j] * part.grid.loss(j);
    }
    if (mass == 0) continue;
    coarse.loss.push_back(mean / mass);
    coarse.log_mass.push_back(std::log(mass));
  }
  return coarse;
}

Cumulant cumulant(std::vector<Coarse> const& laws, double theta) {
  Cumulant all;
  for (auto const& law : laws) {
    auto largest = -infinity;
    for (std::size_t i = 0; i < law.loss.size(); ++i)
      largest = std::max(largest, law.log_mass[i] + theta * law.loss[i]);
    double sum = 0, first = 0;
    for (std::size_t i = 0; i < law.loss.size(); ++i) {
      auto const term = std::exp(law.log_mass[i] + theta * law.loss[i] - largest);
      sum += term;
      first += term * law.loss[i];
    }
    all.value += law.count * (largest + std::log(sum));
    all.slope += law.count * first / sum;
  }
  return all;
}

/// Where `rises`, increasing in theta, crosses zero; in [0, 1e5]. Where it never does, an atom at the top decides, and
/// theta is taken only as large as puts nearly all tilted mass there: beyond, errors below the top would grow.
template <class Function>
double crossing(Function rises) {
  double low = 1e-6, high = 1e5;
  auto const least = rises(low), most = rises(high);
  if (least >= 0) return 0;
  auto const level = most < 0 ? most - 0.01 * (most - least) : 0.0;
  while (high / low > 1.001) {
    auto const middle = std::sqrt(low * high);
    (rises(middle) < level ? low : high) = middle;
  }
  return low;
}

/// What adds up over the releases, before they are composed.
struct Sums {
  double bottom = 0, top = 0;  // of the finite losses
  double shift = 0, log_finite = 0;
  double furthest = 0;  // loss of one release
  std::int64_t first = 0, releases = 0;
};

Sums sums_of(std::vector<Part> const& parts) {
  Sums sums;
  for (auto const& part : parts) {
    auto const least = part.grid.loss(0), most = part.grid.loss(part.grid.mass.size() - 1);
    sums.bottom += part.count * least;
    sums.top += part.count * most;
    sums.first += part.count * part.grid.first;
    sums.shift += part.count * part.grid.shift;
    sums.releases += part.count;
    sums.log_finite += part.count * std::log1p(-std::min(part.grid.infinite, 1.0));
    sums.furthest = std::max({sums.furthest, std::abs(least), std::abs(most)});
  }
  return sums;
}

constexpr double tail = 40;  // e^-40 of tilted mass on either side of a window

/// The losses between which all but the tails of the tilted law lies, by Chernoff's bound at a few tilts.
struct Window {
  double from, to;
};

Window window_of(std::vector<Part> const& parts, double theta, Cumulant const& tilted, Sums const& sums,
                 double deviation) {
  double above = infinity, below = infinity;
  for (double const scale : {0.25, 0.5, 1.0, 2.0}) {
    auto const s = scale * std::sqrt(2 * tail) / deviation;
    above = std::min(above, (cumulant(parts, theta + s).value - tilted.value + tail) / s);
    below = std::min(below, (cumulant(parts, theta - s).value - tilted.value + tail) / s);
  }
  return {std::max(sums.bottom, -below), std::min(sums.top, above)};
}

Complex times(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

/// Multiplies every entry of the product by the entry of the spectrum to the power `count`.
void multiply(std::vector<Complex>& product, std::vector<Complex> const& spectrum, int count) {
  for (std::size_t i = 0; i < product.size(); ++i) {
    auto power = spectrum[i];
    for (auto k = count; k > 0; k /= 2) {
      if (k % 2 == 1) product[i] = times(product[i], power);
      if (k > 1) power = times(power, power);
    }
  }
}

double square_norm(std::vector<Complex> const& values) {
  double square = 0;
  for (auto const& c : values) square += c.re * c.re;
  return square;
}

/// The composed tilted law, wrapped around so many grid points, and what rounding may have done to it: absolutely, in
/// the Euclidean norm, and relatively.
struct Wrapped {
  std::vector<Complex> law;
  double noise = 0, relative = 0;
};

Wrapped wrapped_law(std::vector<Part> const& parts, double theta, std::size_t points, Sums const& sums) {
  Wrapped wrapped{std::vector<Complex>(points, {1, 0})};
  auto const t = fourier_error(points);
  for (auto const& part : parts) {
    auto const one = cumulant(part.grid, theta);
    std::vector<Complex> spectrum(points);
    for (std::size_t i = 0; i < part.grid.mass.size(); ++i)
      if (part.grid.mass[i] > 0)
        spectrum[i % points].re += part.grid.mass[i] * std::exp(theta * part.grid.loss(i) - one.value);
    wrapped.noise += part.count * (t + 4 * roundoff) * std::sqrt(square_norm(spectrum)) * 1.001;
    wrapped.relative += part.count * roundoff * (32 + 8 * (std::abs(one.value) + theta * sums.furthest));
    fourier(spectrum, false);
    multiply(wrapped.law, spectrum, part.count);
  }
  fourier(wrapped.law, true);
  wrapped.noise +=
      (t + 3 * roundoff * static_cast<double>(sums.releases)) * std::sqrt(square_norm(wrapped.law)) * 1.001;
  return wrapped;
}

/// The composed law, tilted, on a window; its suffix sums answer every epsilon.
class Composed {
 public:
  /// Too large, and nothing else, where the window has more points than a transform takes.
  static Composed of(std::vector<Part> const& parts, double theta);

  /// delta(epsilon) with its error: of the finite masses, then of the infinite.
  Bounds delta(double epsilon) const;
  double top() const { return top_; }  ///< no finite loss is larger
  /// Mean and standard deviation of the tilted law: where the window looks.
  double middle() const { return middle_; }
  double deviation() const { return deviation_; }
  bool too_large() const { return too_large_; }

 private:
  Composed() = default;
  void sum_suffixes(std::vector<Complex> const& law, std::int64_t turn);

  double theta_ = 0, step_ = 0, start_ = 0, cumulant_ = 0, noise_ = 0, wrapped_ = 0, relative_ = 0, infinite_ = 0,
         top_ = 0, reference_ = 0, middle_ = 0, deviation_ = 0;
  bool too_large_ = false;
  std::vector<double> once_, twice_;  // suffix sums of c e^(-theta g), c e^(-(theta + 1) g), relative to reference_
};

Composed Composed::of(std::vector<Part> const& parts, double theta) {
  auto const tilted = cumulant(parts, theta);
  auto const sums = sums_of(parts);
  Composed composed;
  composed.theta_ = theta;
  composed.step_ = parts.front().grid.step;
  composed.cumulant_ = tilted.value;
  composed.middle_ = tilted.slope;
  composed.deviation_ = std::sqrt(tilted.variance) + composed.step_ / 10;
  composed.top_ = sums.top;
  composed.infinite_ = -std::expm1(sums.log_finite);
  composed.wrapped_ = 2 * std::exp(-tail) * 1.01;
  auto const [from, to] = window_of(parts, theta, tilted, sums, composed.deviation_);
  auto const points = std::bit_ceil(static_cast<std::size_t>(std::max(1.0, (to - from) / composed.step_)) + 4);
  composed.too_large_ = points > largest_transform;
  if (composed.too_large_) return composed;
  auto const wrapped = wrapped_law(parts, theta, points, sums);
  composed.noise_ = wrapped.noise;
  composed.relative_ = wrapped.relative + roundoff * (64 + 8 * std::abs(composed.cumulant_));
  // Position i holds the index first + i + (a multiple of n): the window begins at the grid point next to `from`.
  auto const n = static_cast<std::int64_t>(points);
  auto const start = static_cast<std::int64_t>(std::floor((from - sums.shift) / composed.step_)) - 1;
  composed.start_ = static_cast<double>(start) * composed.step_ + sums.shift;
  composed.sum_suffixes(wrapped.law, (((start - sums.first) % n) + n) % n);
  return composed;
}

/// `turn`: the place of the window's first point in the wrapped law.
void Composed::sum_suffixes(std::vector<Complex> const& law, std::int64_t turn) {
  auto const n = static_cast<std::int64_t>(law.size());
  once_.assign(law.size() + 1, 0.0);
  twice_.assign(law.size() + 1, 0.0);
  reference_ = std::max(0.0, start_);
  for (auto i = n - 1; i >= 0; --i) {
    auto const mass = law[static_cast<std::size_t>((i + turn) % n)].re;
    auto const g = start_ + static_cast<double>(i) * step_ - reference_;
    auto const j = static_cast<std::size_t>(i);
    auto const usable = g > -2 * step_;
    once_[j] = once_[j + 1] + (usable ? mass * std::exp(-theta_ * g) : 0);
    twice_[j] = twice_[j + 1] + (usable ? mass * std::exp(-(theta_ + 1) * g) : 0);
  }
}

Bounds Composed::delta(double epsilon) const {
  // the first window position whose loss exceeds epsilon
  auto const position = std::floor((epsilon - start_) / step_) + 1;
  auto const j = static_cast<std::size_t>(std::clamp(position, 0.0, static_cast<double>(once_.size() - 1)));
  auto const e = epsilon - reference_;
  auto const scale = std::exp(cumulant_ - theta_ * reference_);
  auto const a = once_[j], b = std::exp(e) * twice_[j];
  auto const weights =
      std::min(std::sqrt(static_cast<double>(once_.size())), 1 / std::sqrt(-std::expm1(-2 * theta_ * step_)));
  auto const chernoff = std::exp(cumulant_ - theta_ * epsilon);
  auto const rounded =
      scale * (std::abs(a) + std::abs(b)) * roundoff * (16 + static_cast<double>(std::bit_width(once_.size())) * 64);
  auto const error = chernoff * (noise_ * weights + wrapped_) + rounded;
  auto const finite = epsilon >= top_ ? 0 : scale * (a - b);
  auto const most =
      epsilon >= top_ ? 0.0
                      : std::min((std::max(0.0, finite) + error) * (1 + 2 * relative_), chernoff * (1 + 2 * relative_));
  return {std::clamp((finite - error) * (1 - 2 * relative_), 0.0, 1.0) + infinite_ * (1 - 1e-14),
          std::min(1.0, most + infinite_ * (1 + 1e-14))};
}

/// @param coarseness: how many times wider than what bounds of both kinds begin with.
double first_step(std::vector<Releases> const& releases, double coarseness = 1) {
  double variance = 0, lattice = 0, largest = 0;
  for (auto const& r : releases) {
    auto const m = moments(r.law);
    variance += r.count * m.variance;
    if (r.law.lattice > 0 && r.count * r.law.lattice > largest) {
      largest = r.count * r.law.lattice;
      lattice = r.law.lattice;
    }
  }
  auto const wanted = std::max(std::sqrt(variance), 1e-12) / 300 * coarseness;
  return lattice > 0 ? lattice / std::ceil(lattice / wanted) : wanted;
}

bool atoms_on_one_lattice(std::vector<Releases> const& releases) {
  for (auto const& r : releases)
    if (r.law.density || r.law.lattice == 0 || std::abs(r.law.lattice / releases.front().law.lattice - 1) > 1e-14)
      return false;
  return true;
}

std::vector<Part> dominating(std::vector<Releases> const& releases, double step) {
  std::vector<Part> parts;
  for (auto const& r : releases) parts.push_back({dominating_grid(r.law, step), r.count});
  return parts;
}

std::vector<Part> dominated(std::vector<Releases> const& releases, double step, double theta) {
  std::vector<Part> parts;
  for (auto const& r : releases) parts.push_back({dominated_grid(r.law, step, theta), r.count});
  return parts;
}

void validate(std::vector<Releases> const& releases) {
  require(!releases.empty(), "releases: none to compose");
  for (auto const& r : releases) require(r.count >= 1, fmt::format("k: {} releases (one at least)", r.count));
}

std::vector<Coarse> coarser(std::vector<Part> const& parts) {
  std::vector<Coarse> coarse;
  for (auto const& part : parts) coarse.push_back(coarser(part));
  return coarse;
}

/// The Chernoff bound's tilt where the composed loss exceeds epsilon.
double tilt_at(std::vector<Coarse> const& parts, double epsilon) {
  return crossing([&](double theta) { return cumulant(parts, theta).slope - epsilon; });
}

void require_epsilon(double epsilon) {
  require(epsilon >= 0 && std::isfinite(epsilon), fmt::format("epsilon: {} is not in [0, inf)", epsilon));
}

/// Refines until `answer(upper law, lower law)` is narrow enough. `tilt(coarse parts)` chooses theta.
template <class Tilt, class Answer>
Bounds refined(std::vector<Releases> const& releases, double gap, Tilt tilt, Answer answer) {
  validate(releases);
  auto const single = atoms_on_one_lattice(releases);
  auto step = single ? releases.front().law.lattice : first_step(releases);
  Bounds best{0, infinity};
  auto first = true;
  double kept = 1;
  for (int round = 0; round < 8; ++round) {
    try {
      auto const upper_parts = dominating(releases, step);
      auto const saddle = tilt(coarser(upper_parts));
      // Where an atom at the top decides, a smaller tilt errs less below it: the first round tries three, the others
      // keep the best.
      auto narrowest = infinity;
      for (auto const scale : first ? std::vector{1.0, 0.125, 1.0 / 64} : std::vector{kept}) {
        auto const theta = saddle * scale;
        auto const upper = Composed::of(upper_parts, theta),
                   lower = Composed::of(dominated(releases, step, theta), theta);
        if (upper.too_large() || lower.too_large()) break;
        auto const found = answer(upper, lower);
        best = {std::max(best.lower, found.lower), std::min(best.upper, found.upper)};
        if (auto const width = (found.upper - found.lower) / found.upper; width < narrowest) {
          narrowest = width;
          kept = scale;
        }
        if (narrowest < 0.05) break;
      }
      if (narrowest == infinity && !first) break;
    } catch (std::invalid_argument const&) {
      if (first) throw;
      break;  // the finer grid does not fit
    }
    first = false;
    auto const reached = std::isfinite(best.upper) && best.upper > 0 ? (best.upper - best.lower) / best.upper : 1.0;
    if (reached <= gap || single || best.upper == 0 || best.lower == infinity) break;
    auto const finer =
        std::clamp(std::ceil(1.25 * std::sqrt(reached / gap)), 2.0, 16.0);  // the gap falls with the square of the step
    step /= reached == 1.0 ? 4 : finer;
  }
  return best;
}

}  // namespace

Bounds composed_delta(std::vector<Releases> const& releases, double epsilon, double gap) {
  require_epsilon(epsilon);
  auto const tilt = [=](std::vector<Coarse> const& parts) { return tilt_at(parts, epsilon); };
  auto bounds = refined(releases, gap, tilt, [=](Composed const& upper, Composed const& lower) {
    return Bounds{lower.delta(epsilon).lower, upper.delta(epsilon).upper};
  });
  return {std::min(bounds.lower, 1.0), std::min(bounds.upper, 1.0)};
}

std::vector<double> composed_delta_upper(std::vector<Releases> const& releases, std::span<double const> epsilons) {
  constexpr double worth = 0.03;
  constexpr std::size_t most_points = 500'000;
  std::ranges::for_each(epsilons, require_epsilon);
  validate(releases);
  struct Answer {
    double upper = 1, scale = 1;
    bool settled = false;
  };
  std::vector<Answer> answers(epsilons.size());
  auto const single = atoms_on_one_lattice(releases);
  auto step = single ? releases.front().law.lattice : first_step(releases, 16);
  // Far out in the tail the tilted law is wide, and a coarse grid is enough; the middle takes finer ones.
  for (auto first = true; !std::ranges::all_of(answers, &Answer::settled); first = false, step /= 4) {
    auto const parts = dominating(releases, step);
    std::size_t points = 0;
    for (auto const& part : parts) points += part.grid.mass.size();
    auto const coarse = coarser(parts);
    auto const last = single || 4 * points > most_points;
    for (std::size_t i = 0; i < epsilons.size(); ++i) {
      auto& [upper, scale, settled] = answers[i];
      if (settled) continue;
      auto const saddle = tilt_at(coarse, epsilons[i]), before = upper;
      auto lowest = infinity;
      for (auto const tried : first ? std::vector{1.0, 0.125, 1.0 / 64} : std::vector{scale}) {
        auto const law = Composed::of(parts, saddle * tried);
        auto const found = law.too_large() ? 1.0 : law.delta(epsilons[i]).upper;
        if (found < lowest) lowest = found, scale = tried;
      }
      upper = std::min(upper, lowest);
      settled = last || (!first && upper >= (1 - worth) * before);
    }
  }
  std::vector<double> result;
  for (auto const& answer : answers)
    result.push_back(result.empty() ? answer.upper : std::min(answer.upper, result.back()));  // delta falls in epsilon
  return result;
}

Bounds composed_epsilon(std::vector<Releases> const& releases, double delta, double gap) {
  require(delta > 0 && delta < 1, fmt::format("delta: {} is not in (0, 1)", delta));
  auto const tilt = [=](std::vector<Coarse> const& parts) {
    return crossing([&](double theta) {
      auto const k = cumulant(parts, theta);
      return theta * k.slope - k.value + std::log(delta);
    });
  };
  return refined(releases, gap, tilt, [=](Composed const& upper, Composed const& lower) {
    // Epsilon is certified above where the upper bound on delta is paid, and below where the lower bound is not. Away
    // from the tilted law's middle the bounds are loose and need not fall, so that the last candidate of a few is
    // bisected towards the next.
    auto const candidates = [](Composed const& law) {
      std::vector<double> at{0};
      for (double z = -10; z <= 10; z += 0.5)
        if (auto const e = law.middle() + z * law.deviation(); e > 0 && e < law.top()) at.push_back(e);
      at.push_back(std::max(0.0, law.top()) * (1 + 1e-14));
      return at;
    };
    Bounds found{0, infinity};
    auto const above = candidates(upper), below = candidates(lower);
    auto const paid = [&](double e) { return upper.delta(e).upper <= delta; };
    auto const may_do = [&](double e) { return !(lower.delta(e).lower > delta); };
    for (std::size_t i = 0; i < above.size(); ++i)
      if (paid(above[i])) {
        found.upper = i == 0 ? 0 : sim::bisected({above[i - 1], above[i]}, paid, {.relative = 1e-13}).high;
        break;
      }
    for (auto i = below.size(); i-- > 0;)
      if (!may_do(below[i])) {
        found.lower =
            i + 1 == below.size() ? infinity : sim::bisected({below[i], below[i + 1]}, may_do, {.relative = 1e-13}).low;
        break;
      }
    return found;
  });
}

}  // namespace warner::mechanisms::privacy
