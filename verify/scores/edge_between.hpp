#pragma once

namespace warner::verify {

/// An edge with few digits that parts two neighbouring values: below < edge <= above.
/// It is their middle to as few significant digits as part them: 2.5 of 2 and 3.
double edge_between(double below, double above);

}  // namespace warner::verify
