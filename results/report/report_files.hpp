#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "results/audit/record.hpp"

namespace warner::results {

/// A record that was found, as the report looks at it.
struct ReportedAudit {
  std::string file;  ///< within the folder
  Record record;
  std::string id{};  ///< of its place on the page

  /// A sound mechanism refuted although its claim holds as far as is known, or a broken one that got away.
  bool unexpected() const;
  bool above_the_truth() const;
};

/// A figure that was found.
struct ReportedFigure {
  std::uint64_t seed = 0;
  bool quick = false;
  std::string name, title, caption;
  std::string image;  ///< an element of a page; empty when it was not drawn
  std::size_t comparisons = 0;
  double level = 0;
  std::vector<std::string> disagreements;
  std::vector<std::string> files;  ///< beside it, by name
};

/// DIR/records/*.json: what needs a look first, the deliberately broken last. Files of datasets that a record names
/// are passed over.
/// @throws std::invalid_argument that names the file which is no record.
std::vector<ReportedAudit> read_audits(std::filesystem::path const& dir);

/// DIR/*.json of figures, by name; other JSON files are passed over. @throws std::invalid_argument that names the file.
std::vector<ReportedFigure> read_figures(std::filesystem::path const& dir);

}  // namespace warner::results
