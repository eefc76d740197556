#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/contract/guarantee.hpp"
#include "mechanisms/contract/neighbours.hpp"
#include "mechanisms/external/requests.hpp"
#include "results/audit/provenance.hpp"
#include "verify/bounds/claimed_divergences.hpp"
#include "verify/bounds/divergence_bounds.hpp"
#include "verify/check.hpp"
#include "verify/measure.hpp"

namespace warner::results {

/// What a sequential check adds to a record: how it went and how it ended. The record's measurement then holds what a
/// check has in common with it: the anytime-valid bound, the sum of the tallies and its estimate, and, of the witness,
/// the strategy and the probabilities.
struct Sequential {
  std::uint64_t budget = 0;  ///< trials at most
  verify::Check check{};
};

/// What a record says of a mechanism that is in no registry.
struct External {
  std::string kind;                           ///< "exec", "plugin", "callable", "releases"
  std::vector<std::string> fingerprints;      ///< of the files of releases, of the library
  std::vector<mechanisms::Column> columns{};  ///< what its releases were made into
  std::vector<std::string> files{};           ///< of releases: their names
  std::vector<std::string> notes{};           ///< what readers should know of the releases
  std::string schema{};                       ///< how they were, as JSON
  bool crash_is_a_release = false;            ///< that it died was an outcome
  bool ideal = false;                         ///< its numbers were taken for ideal real ones
  std::optional<mechanisms::external::WrittenPair>
      datasets{};                            ///< as a program reads them, where that is not how the pair is written
  std::vector<std::string> dataset_files{};  ///< names of files beside the record that hold them
  std::vector<std::string> dataset_fingerprints{};  ///< of datasets too long for a record
  std::string name{}, version{};                    ///< what a program says of itself
  bool seeded = true;  ///< false: it says that its randomness does not follow from the seeds
  std::size_t sought_among = 0;
  std::vector<std::string> left_out{};
  std::shared_ptr<mechanisms::external::WrittenPair const> beside{};  ///< to be written to those files; no field
  std::string beside_as{".json"};                                     ///< how their names end; no field
  bool by_path = false;                                               ///< a program gets the paths of those files
};

/// What was asked of the search for a strategy, where that is not what is usual.
struct AskedOfSearch {
  bool low_bits = false;                         ///< it may read the low bits of columns for ideal real numbers, too
  bool white_box = false;                        ///< it may read the mechanism's density
  std::optional<std::uint64_t> search_budget{};  ///< trials to search on at most, of a measurement
  std::optional<std::uint64_t> until_budget{};   ///< trials at most, of a measurement until a width
  std::string among{};  ///< fingerprint of the pairs and lengths that were named to choose from; empty: none were
};

/// A measurement or a check with its question and its decision: docs/formats/record.md, record.schema.json.
struct Record {
  std::string mechanism;
  std::optional<External> external{};  ///< of a mechanism that is in no registry; `mechanism` is then the command, or
                                       ///< the names of the files
  mechanisms::Parameters parameters;
  mechanisms::Pair pair;
  mechanisms::ApproximateDp claim;     ///< the statement tested
  std::optional<double> claimed_mu{};  ///< or mu-GDP as a whole, in a check; claim is then its line at epsilon = 0
  /// Or another trade-off function as a whole, likewise; claim is then, in a check, its first statement.
  std::optional<mechanisms::TradeoffDp> claimed_tradeoff{};
  /// Or Renyi divergences, with the above as what they imply; a measurement, too, is then decided by them all.
  verify::ClaimedDivergences claimed_divergences{};
  bool claimed_with_others = false;  ///< several claims, of which some are of other kinds, at once
  std::string guarantee;             ///< as the mechanism words it
  std::string flaw;                  ///< of a mechanism broken on purpose
  verify::Measurement measurement;
  std::optional<verify::DivergenceBounds> divergences{};  ///< all at its level together; of a check, at all times
  std::optional<double> rho_lower_bound{};                ///< where a rho was claimed; in a check, alone
  std::vector<mechanisms::RenyiDp> renyi_lower_bounds{};  ///< of each order that was claimed, likewise
  bool refutes_whole = false;  ///< of a measurement against several claims, or against divergences: its decision
  std::optional<double> detectable_epsilon{};  ///< empty where no epsilon is tested
  double blind_spot = 0;
  std::uint64_t seed = 0;
  std::string generator = "ars";
  bool timing = false;       ///< the releases were timed: nothing but the coins and the releases is reproducible
  bool pair_sought = false;  ///< the pair was chosen among several, by search trials
  std::vector<std::size_t> lengths{};  ///< of answers, that competed; the first would be the usual one, and the pair
                                       ///< and the parameters have the one that was certified
  AskedOfSearch asked{};
  std::vector<std::uint64_t> earlier_seeds{};  ///< of fresh releases: of those that the strategy was found or played on
  std::optional<std::uint64_t> family{};       ///< how many audits share the family-wise level, when several do
  std::optional<Sequential> sequential{};      ///< of `warner check`; empty for a measurement
  std::optional<double> planned_seconds{};     ///< that the budget was planned for
  double seconds = 0;
  Provenance provenance =
      results::provenance();  ///< of the program that measured, also after reading the record elsewhere

  /// Whether nobody said which datasets the releases are of: they were recorded. Earlier records have [0] and [1]
  /// there.
  bool pair_is_unknown() const { return external && external->kind == "releases" && pair.label == "recorded"; }

  bool refuted() const {
    if (claimed_tradeoff) return sequential ? sequential->check.end == verify::Check::End::refuted : refutes_whole;
    if (claimed_mu && sequential) return sequential->check.mu_lower_bound > *claimed_mu;
    return measurement.epsilon_lower_bound > claim.epsilon;  // of mu, its line at epsilon = 0
  }
  /// Whether a check was ended by Ctrl-C before it refuted anything: it says nothing.
  bool interrupted() const {
    return sequential && sequential->check.end == verify::Check::End::interrupted && !refuted();
  }
  /// The score `likelihood` read the mechanism's density.
  bool white_box() const { return std::holds_alternative<verify::Likelihood>(measurement.strategy.score); }
  /// Whether releases of a seed may have been seen by the strategy, or by who chose it.
  bool has_seen(std::uint64_t other) const {
    return other == seed || std::ranges::find(earlier_seeds, other) != earlier_seeds.end();
  }
};

/// FNV-1a (64 bits, 16 hexadecimal digits) of the question: docs/formats/record.md, "The digest".
/// The same question of the same version has the same digest, whatever machine answered.
std::string digest(Record const& record);

/// FNV-1a, likewise, of what is played on fresh releases: mechanism, parameters, pair, strategy, coin and generator.
/// Games of other fingerprints do not add.
std::string fingerprint_of_play(Record const& record);

/// One JSON document, keys in a fixed order, infinities as "inf"; no newline at the end.
std::string to_json(Record const& record);
/// @throws std::invalid_argument that says what is missing or wrong.
Record record_from_json(std::string_view text);

}  // namespace warner::results
