#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/learn/finding.hpp"

namespace warner::verify {

/// Products of powers of columns: the combinations and the innovations of their logarithms. Of what is scaled by a
/// factor, divided by a count or a spread.
///
/// Of columns that are positive, whose middle four fifths span an octave or more: elsewhere logarithms are as good as
/// straight. Empty where there are fewer than two.
Finding products_of_powers(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                           mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
