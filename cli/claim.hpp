#pragma once

#include <string>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::cli {

/// A trade-off function as people claim it: points "epsilon:delta,epsilon:delta", all of which hold at once, or
/// releases in the grammar of `warner compose`, which it is as private as.
/// @throws std::invalid_argument that says what was wrong.
mechanisms::TradeoffDp tradeoff_from(std::string const& text);

}  // namespace warner::cli
