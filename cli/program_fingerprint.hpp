#pragma once

#include <string>

#include "cli/suite.hpp"

namespace warner::cli {

/// Names what a case's mechanism is made of: the sources that the entry names; else the files among the words of its
/// command and the file of its Python module, with all of their extensions in their folders; its library; of the
/// catalogue, this version of Warner.
/// Two programs with one fingerprint are taken for the same, as far as these files say.
/// @throws std::invalid_argument where a source is not there.
std::string program_fingerprint(Case const& of);
/// The same, where mechanisms of the catalogue are those of another Warner: its version and commit.
std::string program_fingerprint(Case const& of, std::string const& version, std::string const& commit);

}  // namespace warner::cli
