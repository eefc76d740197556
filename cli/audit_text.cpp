#include "cli/audit_text.hpp"

#include <ostream>

#include <fmt/format.h>

#include "results/audit/lines.hpp"
#include "results/audit/readable.hpp"

namespace warner::cli {

void print(results::Record const& record, std::ostream& out) {
  out << results::readable_line(results::title(record)) << '\n';
  for (auto const& [label, text] : results::lines(record))
    out << fmt::format("  {:<19} {}\n", label, results::readable_line(text));
}

}  // namespace warner::cli
