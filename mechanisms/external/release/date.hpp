#pragma once

#include <string_view>

namespace warner::mechanisms::external {

/// Whether a text is an ISO 8601 date, or a date with a time of day: 2024-02-29, 2024-02-29T12:30, 2024-02-29
/// 12:30:05.25Z. @param days: since 1970-01-01, Gregorian; a time of day is a part of one. Offsets are taken off.
bool is_date(std::string_view text, double& days);

}  // namespace warner::mechanisms::external
