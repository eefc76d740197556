#include "sim/aes.hpp"

#include <cstring>
#include <set>

#include "sim/generator_name.hpp"
#include "sim/instruction_set.hpp"
#include "sim/secret_key.hpp"
#include "tests/golden/aes.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::sim;

namespace {

Word128 word128(golden::Bytes16 const& bytes) {
  Word128 word;
  for (unsigned i = 0; i < 8; ++i) {
    word.low |= std::uint64_t{bytes[i]} << 8 * i;
    word.high |= std::uint64_t{bytes[i + 8]} << 8 * i;
  }
  return word;
}

}  // namespace

TEST_CASE("AES-128 has the known answers of FIPS 197", "[sim][golden]") {
  for (auto const& known : golden::aes_answers)
    CHECK(aes_128(word128(known.plain), expand_aes_key(word128(known.key))) == word128(known.cipher));
  CHECK(expand_aes_key(word128(golden::aes_answers[0].key)).back() == word128(golden::aes_last_round_key));
}

TEST_CASE("every instruction set has AES-128's known answers: FIPS 197's plain text stands in the counter",
          "[sim][golden]") {
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (auto const& known : golden::aes_answers) {
      auto const plain = word128(known.plain);  // the counter (4 row + j, block)
      std::uint64_t words[16];
      fill_words(aes_key(word128(known.key)), plain.high, plain.low / 8 * 2, words);
      auto const at = plain.low % 8 * 2;
      CHECK(Word128{words[at], words[at + 1]} == word128(known.cipher));
    }
  }
  use_instruction_set("");
}

TEST_CASE("secret keys are new each time, and give the stream of their generator", "[sim]") {
  auto const a = secret_key(), b = secret_key();
  CHECK(a.generator == Generator::aes);
  CHECK((a.low != b.low && a.high != b.high));  // 2^-63
  CHECK(a.aes[0] == Word128{a.low, a.high});
  Stream stream{a, 3};
  auto const first = stream.word(), second = stream.word();
  CHECK(Word128{first, second} == aes_128({0, 3}, a.aes));
}

TEST_CASE("generators have names", "[sim]") {
  for (auto const* name : {"ars", "philox", "aes"}) CHECK(generator_name(generator_named("--generator", name)) == name);
  CHECK_THROWS_WITH(generator_named("--generator", "dice"), "--generator: 'dice' is unknown (ars, philox or aes)");
}
