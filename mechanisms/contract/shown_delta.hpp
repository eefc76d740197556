#pragma once

#include <string>

namespace warner::mechanisms {

/// A delta in six digits, or in as many as tell it from 1.
std::string shown_delta(double delta);

}  // namespace warner::mechanisms
