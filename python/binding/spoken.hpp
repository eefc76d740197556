#pragma once

#include <string>

#include <nanobind/nanobind.h>

namespace warner::python {

/// Says a Python object as a line of JSON, as a program would write it (docs/external.md), at the end of `text`.
/// None, bool, int, float, str, list, tuple and dict are said at once; NaN and infinities are NaN, Infinity, -Infinity.
/// @param simplified: makes these of any other object.
/// @throws nanobind::python_error: what simplified raises; RecursionError beyond a depth of 200.
void speak(nanobind::handle object, nanobind::handle simplified, std::string& text);

}  // namespace warner::python
