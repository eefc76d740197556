#pragma once

#include <filesystem>
#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// The run with its suite and its places named from the root of their repository, as dashboards want them: from the
/// nearest folder above that holds a `.git`. Names are left as they are where there is none. A folder that is given is
/// the one which the names hold from.
Run in_repository(Run run, std::filesystem::path const& folder = std::filesystem::current_path());

/// A path as a reference of a URI [RFC 3986]: what is no plain letter becomes %XX; one from the root begins with
/// "file:///".
std::string uri_of(std::string const& path);

}  // namespace warner::results
