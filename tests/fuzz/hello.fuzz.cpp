// What a program says of itself: it is taken or refused, and no release is taken for it.
#include "mechanisms/external/hello.hpp"

#include <string>

#include "mechanisms/external/process/program_failed.hpp"
#include "mechanisms/external/release/limits.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner::mechanisms::external;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const text = text_of(data, size);
  auto const line = text.substr(0, text.find('\n'));
  try {
    auto const hello = hello_from(line);
    must(!hello || may_be_hello(line), "a hello begins as one");
    must(!hello || hello->numbers <= most_columns, "a release has not too many numbers");
  } catch (Misfit const& misfit) {
    must(*misfit.what() != '\0', "a refusal says something");
  }
  return 0;
}
