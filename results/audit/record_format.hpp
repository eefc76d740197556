#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warner::results {

/// What the declarations of a record's fields say of its format, for programs and for people.
struct RecordFormat {
  std::string schema;                                       ///< docs/formats/record.schema.json
  std::vector<std::pair<std::string, std::string>> tables;  ///< of docs/formats/record.md, by name, in Markdown
};
RecordFormat record_format();

}  // namespace warner::results
