#include "bench/sim/noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "bench/sim/gsl.hpp"
#include "bench/sim/workloads.hpp"

namespace warner::bench {
namespace {

/// At the start of a cache line: what the allocator happens to give moves a way by up to a tenth from process to
/// process.
struct Buffer {
  alignas(64) std::array<double, buffer_size> values{};
};

Contestant by_us(Workload const& workload, std::string name, double goal, Draw draw) {
  return {workload.name, name, goal, [=](double milliseconds) {
            if (auto const wrong = wrong_with(workload, draw); !wrong.empty())
              throw std::runtime_error{fmt::format("{} by {}: {}", workload.name, name, wrong)};
            auto const buffer = std::make_shared<Buffer>();
            return timed([draw, buffer] { draw(buffer->values); }, buffer_size, milliseconds);
          }};
}

Contestant by_numpy(Workload const& workload, std::shared_ptr<Numpy> const& numpy) {
  return {workload.name, "numpy", workload.numpy.goal, [=, law = workload.numpy.law](double milliseconds) {
            if (!std::isnan(workload.mean)) {
              auto const mean = numpy->mean(law);
              if (!(std::fabs(mean - workload.mean) < 7 * std::sqrt(workload.variance / Numpy::samples_of_mean)))
                throw std::runtime_error{
                    fmt::format("{} by numpy: mean {} instead of {}", workload.name, mean, workload.mean)};
            }
            auto const once = 32768 * numpy->nanoseconds(law, 1);
            auto const buffers = static_cast<unsigned>(std::max(1.0, std::round(1e6 * milliseconds / once)));
            return Turn{[=] { return numpy->nanoseconds(law, buffers); }};
          }};
}

}  // namespace

std::vector<Contestant> noise_contestants(std::shared_ptr<Numpy> const& numpy) {
  std::vector<Contestant> all;
  for (auto const& workload : workloads()) {
    all.push_back(by_us(workload, "ours", 0, workload.ours));
    for (auto const& baseline : workload.baselines)
      all.push_back(by_us(workload, baseline.name, baseline.goal, baseline.draw));
    if (auto const gsl = gsl_draw(workload.name))
      all.push_back(by_us(workload, "gsl", workload.name == "laplace" ? 35 : 0, gsl));
    if (!numpy->version().empty() && !workload.numpy.law.empty()) all.push_back(by_numpy(workload, numpy));
  }
  return all;
}

}  // namespace warner::bench
