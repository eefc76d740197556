#pragma once

#include "mechanisms/central/sparse_vector_values.hpp"

namespace warner::mechanisms::broken {

/// Sparse vectors that release a noisy answer which their threshold's noise does not hide. A value far down pins rho
/// below it, and then every query below before it contributes its whole shift: epsilon grows with the number of
/// queries. Flaw: ratio, in a tail of the values; each claims epsilon.
///   3         x + nu, nu of scale 2 c / epsilon: n epsilon / (2 c), beyond the claim from length 3 on [LSL17, Alg. 3]
///   gap       x + nu in the place of the gap: n epsilon / 4 for c = 1, from length 5 on [WDKZ20]
///   adaptive  x + nu in the top branch: (3 n - 2) epsilon / 8 for N = 1, from length 4 on [WDKZ20]
Entry sparse_vector_3_entry();
Entry sparse_vector_gap_entry();
Entry sparse_vector_adaptive_entry();

}  // namespace warner::mechanisms::broken
