#pragma once

namespace warner::sim {

/// The number nearest to y that is written with so many decimal digits, 1 to 17; an infinity where that is beyond all
/// doubles. Whatever the locale of the process.
double to_decimal_digits(double y, int digits);

}  // namespace warner::sim
