// A schema of a record: what is read is written and read again as itself, and places any release.
#include <stdexcept>
#include <vector>

#include "mechanisms/external/release/read_value.hpp"
#include "mechanisms/external/release/schema_json.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner::mechanisms::external;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const text = text_of(data, size);
  auto const schema = accepted([&] { return schema_from_json(text); });
  if (!schema) return 0;
  auto const written = to_json(*schema);
  must(to_json(schema_from_json(written)) == written, "a schema is read again as itself");
  std::vector<double> numbers(schema->columns().size());
  for (auto const* release : {"1,yes", "{\"a\": [1, {\"b\": null}], \"c\": \"d\"}", "[[\"x\", 1], [\"y\", 2]]",
                              "!error no", "[{\"n\": \"x\", \"v\": 1}, {\"n\": \"y\"}]", ""}) {
    Value value;
    read_value(release, value);
    schema->place(value, {numbers.data(), 1, numbers.size()}, 0);
  }
  return 0;
}
