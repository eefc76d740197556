// A record: what is read is written and read again as the same text; what `replay` plays of it throws nothing but
// std::invalid_argument.
#include "results/audit/record.hpp"

#include <string>

#include "results/audit/audit.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

namespace {

constexpr std::uint64_t most_trials = 10'000, most_bytes = 100'000;

/// Whether it is played in no time, however it turns out.
bool is_short(results::Record const& record) {
  if (record.measurement.certify_trials > most_trials || record.measurement.search_trials > most_trials) return false;
  for (auto const& [name, value] : record.parameters)
    if (value > 1000) return false;  // answers, records, categories
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size > most_bytes) return 0;
  auto const record = accepted([&] { return results::record_from_json(text_of(data, size)); });
  if (!record) return 0;
  auto const text = results::to_json(*record);
  must(results::to_json(results::record_from_json(text)) == text, "a record is written and read again");
  if (is_short(*record))
    accepted([&] { return results::replay(*record, sim::Execution{.threads = 1, .on_progress = nullptr}).same(); });
  return 0;
}
