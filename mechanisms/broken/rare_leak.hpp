#pragma once

#include "mechanisms/central/rare_leak.hpp"

namespace warner::mechanisms::broken {

/// rare-leak that claims epsilon and does not mention tau. Flaw: delta mass.
Entry rare_leak_entry();

}  // namespace warner::mechanisms::broken
