#pragma once

#include <string_view>

namespace warner::results {

/// The looks of the report: light and dark, phone and paper.
std::string_view report_style();

/// What the page does beyond being read: columns sort, a link to a witness opens it, printing opens all.
std::string_view report_script();

}  // namespace warner::results
