#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/external/asked.hpp"
#include "mechanisms/external/conversation.hpp"

namespace warner::mechanisms::external {

/// How the releases are read of a program that is run so.
HowRead how_read(Launch const& launch);

/// Processes of a program that are asked about these datasets, JSON on one line each; the first starts when it is
/// asked.
std::shared_ptr<Respondent> processes_of(std::vector<std::string> datasets, Launch launch);

/// Another program as a mechanism (docs/external.md): it reads a request a line (requests.hpp) and answers with
/// releases.
///
/// Datasets:   a program that prepares them (hello.hpp) is handed each over once a process.
/// Processes:  one serves one thread at a time; more start as they are needed. Each repeats the first one's first
///             request with another seed: if they agree beyond chance (agreement.hpp), they share their randomness.
/// Errors:     every call throws ProgramFailed when the program crashes, hangs, or breaks the format.
class Program : public Asked {
 public:
  /// Starts it. @throws ProgramFailed; std::invalid_argument when a claim is none.
  /// @param claim: none: it is given later.
  Program(Datasets datasets, std::optional<Guarantee> const& claim, Launch launch, std::uint64_t seed);
};

}  // namespace warner::mechanisms::external
