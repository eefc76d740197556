#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warner::bench {

/// One way to draw out.size() samples. Some count instead of storing: they put their result into out[0].
using Draw = std::function<void(std::span<double> out)>;

/// Another way to the same law, and how many times faster ours is meant to be on one quiet core of the
/// Sapphire Rapids class (0: no goal is set). Zen 4 runs 512-bit instructions at half that rate, and the anchors
/// faster.
struct Baseline {
  std::string name;
  Draw draw;
  double goal;
};

/// The same law by numpy, which is driven by bench/sim/numpy.hpp; an empty law: numpy has none.
struct NumpyBaseline {
  std::string law{};
  double goal = 0;
};

/// A law to draw from, in ours and in others' ways.
struct Workload {
  std::string name;
  Draw ours;
  std::vector<Baseline> baselines;
  bool counts;            ///< the result is out[0], a number of successes
  double mean, variance;  ///< of one sample: what every way is checked against
  NumpyBaseline numpy{};
};

/// Every workload of this room.
std::vector<Workload> workloads();

/// "" or what is wrong with a million samples of it: their mean is more than seven standard errors off.
std::string wrong_with(Workload const& workload, Draw const& draw);

/// The buffer that every way draws into: 4096 doubles, a block, which stays in the first cache.
inline constexpr std::size_t buffer_size = 4096;

}  // namespace warner::bench
