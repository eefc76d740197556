#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/catalogue/exact_accuracy.hpp"
#include "results/audit/provenance.hpp"
#include "verify/utility.hpp"

namespace warner::results {

/// What is written down of releases that were set against the truth: docs/formats/utility.md.
struct UtilityRecord {
  std::string mechanism{};  ///< name in the catalogue, a command, or a file
  std::string by{};         ///< of one that is not there: "exec", "plugin", "releases"
  mechanisms::Parameters parameters{};
  std::vector<std::string> fingerprints{};  ///< of a library, and of files
  std::vector<std::string> notes{};         ///< what readers should know of the releases
  std::string dataset{};                    ///< JSON, on one line; empty of recorded releases
  std::vector<double> truth{};
  std::vector<std::string> answers{};                ///< names of columns
  std::vector<std::string> interval{};               ///< of its two columns; empty: there is none
  std::optional<mechanisms::ExactAccuracy> exact{};  ///< where every answer is a column of a mechanism that is known
  std::uint64_t budget = 0;
  std::uint64_t seed = 1;
  std::string generator{};
  verify::Utility measured{};
  std::optional<std::size_t> family{};  ///< so many share a level; the level here is this one's share
  double seconds = 0;
  Provenance provenance{results::provenance()};
};

/// "RMSE <= 1.5".
std::string in_words(verify::UtilityClaim const& claim);
/// Which number `certified` is of, and from which side: "RMSE is at least".
std::string certified_in_words(verify::UtilityClaim const& claim);
/// The same with the number: "RMSE is at least 1.41".
std::string certified_in_words(verify::TestedUtility const& tested);
/// What a refutation, or a bound, takes for granted besides independence; empty where nothing is.
std::string assumed(verify::UtilityClaim const& claim, verify::Utility const& measured);
/// What the upper bound on the RMSE takes for granted, likewise; empty where there is no such bound.
std::string assumed_of_rmse(verify::Utility const& measured);
/// The exact value that a claim speaks of; empty where it is not known.
std::optional<double> exact_value(verify::UtilityClaim const& claim,
                                  std::optional<mechanisms::ExactAccuracy> const& exact);
/// The claim that a one-line summary shows: the first that is refuted, else the first; none without claims.
verify::TestedUtility const* foremost(verify::Utility const& measured);

std::string to_json(UtilityRecord const& record);

}  // namespace warner::results
