#pragma once

namespace warner::verify {

/// The edge with the fewest digits that parts two neighbouring values: below < edge <= above.
double edge_between(double below, double above);

}  // namespace warner::verify
