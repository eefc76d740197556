// A program's answer of so many float64 a release, in pieces as they come: releases do not depend on the pieces, and
// together they are what was said.
#include <string>

#include "mechanisms/external/heard.hpp"
#include "tests/fuzz/fuzz.hpp"

using warner::mechanisms::external::Heard;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size < 2) return 0;
  auto const numbers = std::size_t{1} + data[0] % 4;
  auto const answer = text_of(data + 2, size - 2);
  Heard heard{numbers};
  std::string taken;
  for (std::size_t from = 0, piece = 1 + data[1]; from < answer.size(); from += piece, piece = piece % 64 + 7) {
    heard.add(answer.substr(from, piece));
    if (answer[from] % 3 == 0) continue;  // it is not asked after every piece
    while (auto const release = heard.next()) {
      must(release->size() == 8 * numbers, "a release has its bytes");
      taken += *release;
    }
  }
  heard.end();
  while (auto const release = heard.next()) taken += *release;
  must(taken + std::string{heard.rest()} == answer && heard.rest().size() < 8 * numbers,
       "what is taken and what is left is what was said");
  return 0;
}
