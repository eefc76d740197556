#pragma once

#include <nanobind/nanobind.h>

namespace warner::python {

/// The parts of the module, a file each.
void add_audits(nanobind::module_& module);
void add_exact(nanobind::module_& module);
void add_noise(nanobind::module_& module);

}  // namespace warner::python
