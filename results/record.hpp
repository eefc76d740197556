#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/guarantee.hpp"
#include "mechanisms/neighbours.hpp"
#include "mechanisms/registry.hpp"
#include "verify/measure.hpp"

namespace warner::results {

/// Where a result comes from: what of the machine and the build could matter to a reader.
struct Provenance {
  std::string version, commit, compiler, cpu, isa;
};
Provenance provenance();

/// A measurement with its question and its decision: docs/formats/record.md, record.schema.json.
struct Record {
  std::string mechanism;
  mechanisms::Parameters parameters;
  mechanisms::Pair pair;
  mechanisms::ApproximateDp claim;   ///< the statement tested
  std::string guarantee;             ///< as the mechanism words it
  std::string flaw;                  ///< of a mechanism broken on purpose
  verify::Measurement measurement;
  double detectable_epsilon = 0, blind_spot = 0;
  std::uint64_t seed = 0;
  std::string generator = "ars";
  std::optional<std::uint64_t> family{};  ///< how many audits share the family-wise level, when several do
  double seconds = 0;

  bool refuted() const { return measurement.epsilon_lower_bound > claim.epsilon; }
};

/// One JSON document, keys in a fixed order, infinities as "inf"; `digest` names the question.
std::string to_json(Record const& record);
/// @throws std::invalid_argument that says what is missing or wrong.
Record record_from_json(std::string_view text);

}  // namespace warner::results
