#pragma once

#include "mechanisms/central/sparse_vector.hpp"

namespace warner::mechanisms::broken {

/// Sparse vectors that release flags only and go wrong in their noise [LSL17, Alg. 4, 5, 6]; each claims epsilon.
///   4  nu has scale 4 / (3 epsilon) whatever the cutoff c, rho has 4 / epsilon: (1 + 6 c) epsilon / 4 is proved and
///      nearly reached. Flaw: ratio.
///   5  the queries have no noise, and it never stops: flags in the wrong order are impossible under one dataset. Flaw:
///      support; infinite.
///   6  nu has scale 2 / epsilon and it never stops: epsilon grows with the number of queries. Flaw: ratio.
Entry sparse_vector_4_entry();
Entry sparse_vector_5_entry();
Entry sparse_vector_6_entry();

}  // namespace warner::mechanisms::broken
