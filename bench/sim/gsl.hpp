#pragma once

#include <functional>
#include <span>
#include <string>

namespace warner::bench {

/// The law of that name by the GNU Scientific Library over its mt19937, one sample after the other; empty where GSL has
/// none, or is not installed.
std::function<void(std::span<double>)> gsl_draw(std::string const& law);

}  // namespace warner::bench
