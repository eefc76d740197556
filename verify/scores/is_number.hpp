#pragma once

#include "mechanisms/contract/mechanism.hpp"

namespace warner::verify {

/// Whether the numbers of a column can be counted with: they are no names of something else.
inline bool is_number(mechanisms::Column const& column) {
  return column.kind != mechanisms::Column::Kind::category && column.kind != mechanisms::Column::Kind::flag;
}

}  // namespace warner::verify
