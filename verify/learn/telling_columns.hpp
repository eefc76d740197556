#pragma once

#include <cstddef>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "sim/driver.hpp"

namespace warner::verify {

/// The columns in which two samples differ most, at most so many, in their order: by the largest distance of their
/// distribution functions. All of them where there are no more.
std::vector<std::size_t> telling_columns(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime,
                                         std::size_t most, sim::Execution const& execution);

}  // namespace warner::verify
