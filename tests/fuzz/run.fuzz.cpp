// A run of a suite: what is read is written and read again as the same text, and every report of it is text that any
// parser can hold.
#include <string>

#include "results/audit/readable.hpp"
#include "results/report/runs_page.hpp"
#include "results/suite/badge.hpp"
#include "results/suite/github.hpp"
#include "results/suite/gitlab.hpp"
#include "results/suite/junit.hpp"
#include "results/suite/markdown.hpp"
#include "results/suite/run_json.hpp"
#include "results/suite/run_text.hpp"
#include "results/suite/sarif.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  constexpr std::size_t most_bytes = 100'000;
  if (size > most_bytes) return 0;
  auto const run = accepted([&] { return results::run_from_json(text_of(data, size)); });
  if (!run) return 0;
  auto const text = results::to_json(*run);
  must(results::to_json(results::run_from_json(text)) == text, "a run is written and read again");
  for (auto const& report : {results::to_junit(*run), results::to_github(*run), results::to_markdown(*run),
                             results::to_text(*run), results::badge(*run)})
    must(results::readable(report) == report, "a report is text");
  results::to_sarif(*run), results::to_gitlab(*run), results::runs_page({{"run.json", *run}});
  return 0;
}
