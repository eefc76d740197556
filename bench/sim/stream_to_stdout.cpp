#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/generator_name.hpp"
#include "sim/require.hpp"
#include "sim/stream.hpp"

// Raw words for programs that test generators: until the reader closes the pipe, or as many bytes as are asked for.
namespace {

using namespace warner::sim;

constexpr std::size_t words_at_once = 512;

/// One stream after the other: all words of block 0, then of block 1, and so on, a block giving 4096 words.
void plain(Generator generator, std::uint64_t seed, std::vector<std::uint64_t>& out, std::uint64_t turn) {
  std::vector<std::uint64_t> words(4096);
  Stream{Address{seed, Purpose::test, Arm::none, generator}, turn}.fill(words);
  out.insert(out.end(), words.begin(), words.end());
}

/// Ten purposes and three arms side by side: the first word of each of the thirty streams, then the second of each,
/// then the next block.
void transposed(Generator generator, std::uint64_t seed, std::vector<std::uint64_t>& out, std::uint64_t turn) {
  std::vector<std::vector<std::uint64_t>> streams;
  for (std::uint32_t purpose = 1; purpose <= 10; ++purpose)
    for (std::uint32_t arm = 0; arm < 3; ++arm) {
      auto& words = streams.emplace_back(words_at_once);
      Stream{Address{seed, static_cast<Purpose>(purpose), static_cast<Arm>(arm), generator}, turn}.fill(words);
    }
  for (std::size_t i = 0; i < words_at_once; ++i)
    for (auto const& words : streams) out.push_back(words[i]);
}

/// The first words of blocks that follow one another, of seeds that follow one another: counters and keys at their most
/// alike.
void neighbours(Generator generator, std::uint64_t seed, std::vector<std::uint64_t>& out, std::uint64_t turn) {
  auto const key = key_of({seed + turn, Purpose::test, Arm::none, generator});
  for (std::uint64_t block = 0; block < 4096; ++block) fill_words(key, block, 0, {&out.emplace_back(), 1});
}

std::uint64_t whole(std::string_view symbol, std::string_view text) {
  std::uint64_t value = 0;
  auto const end = std::from_chars(text.data(), text.data() + text.size(), value).ptr;
  warner::require(!text.empty() && end == text.data() + text.size(),
                  std::string{symbol} + ": '" + std::string{text} + "' is no whole number");
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4 || argc > 5) {
      std::cerr << "usage: stream_to_stdout ars|philox|aes SEED plain|transposed|neighbours [BYTES]\n";
      return 2;
    }
    auto const generator = generator_named("generator", argv[1]);
    auto const seed = whole("seed", argv[2]);
    std::string_view const order = argv[3];
    auto const fill = order == "plain"        ? plain
                      : order == "transposed" ? transposed
                      : order == "neighbours" ? neighbours
                                              : nullptr;
    warner::require(fill != nullptr,
                    "order: '" + std::string{order} + "' is unknown (plain, transposed or neighbours)");
    auto left = argc == 5 ? whole("bytes", argv[4]) : ~std::uint64_t{0};
    std::vector<std::uint64_t> out;
    for (std::uint64_t turn = 0; left > 0; ++turn) {
      out.clear();
      fill(generator, seed, out, turn);
      auto const some = std::min<std::uint64_t>(left, out.size() * sizeof out[0]);
      if (std::fwrite(out.data(), 1, some, stdout) < some) return 0;  // the reader has had enough
      left -= some;
    }
    return std::fflush(stdout) == 0 ? 0 : 5;
  } catch (std::exception const& error) {
    std::cerr << "stream_to_stdout: " << error.what() << '\n';
    return 2;
  }
}
