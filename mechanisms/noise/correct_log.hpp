#pragma once

namespace warner::mechanisms::noise {

/// ln(x) for a positive double, rounded correctly to the nearest double: the logarithm that the proof of the snapping
/// mechanism asks for [M12]. About 32 digits by a table and a series of double-doubles; where these do not decide the
/// last bit, fifty digits in software do. The same bits on every machine; about 50 ns.
double correct_log(double x);

}  // namespace warner::mechanisms::noise
