#include "bench/sim/gsl.hpp"

namespace warner::bench {

std::function<void(std::span<double>)> gsl_draw(std::string const&) { return {}; }

}  // namespace warner::bench
