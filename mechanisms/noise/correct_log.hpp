#pragma once

namespace warner::mechanisms::noise {

/// ln(x) for a positive double, rounded correctly to the nearest double: the logarithm that the proof of the snapping
/// mechanism asks for [M12]. About twenty digits by a table and a series; where these do not decide the last bit, 32 by
/// double-doubles do, and last fifty in software. The same bits on every machine; about 15 ns.
double correct_log(double x);

}  // namespace warner::mechanisms::noise
