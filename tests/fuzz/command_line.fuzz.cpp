// A command line in words: each word, between single quotes, is read again as itself.
#include "mechanisms/external/process/command_line.hpp"

#include <string>

#include "tests/fuzz/fuzz.hpp"

using namespace warner::mechanisms::external;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const words = accepted([&] { return words_of(typed(data, size)); });
  if (!words) return 0;
  must(!words->empty() && !words->front().empty(), "there is a program to start");
  std::string again;
  for (auto const& word : *words) again += quoted(word, '\'', "'\\''") + " ";
  must(words_of(again) == *words, "words are quoted and read again");
  return 0;
}
