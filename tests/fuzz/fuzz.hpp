#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

/// A reader under arbitrary bytes (CONTRIBUTING.md, "Fuzzing"): clang's libFuzzer calls it millions of times, and
/// tests/fuzz/replay.cpp once with each file of the corpus.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace warner::tests {

inline std::string_view text_of(std::uint8_t const* data, std::size_t size) {
  return {reinterpret_cast<char const*>(data), size};
}

/// What a command line may hold: its words end at the first NUL.
inline std::string_view typed(std::uint8_t const* data, std::size_t size) {
  auto const text = text_of(data, size);
  return text.substr(0, text.find('\0'));
}

/// Ends the program where a property does not hold: a crash is what a fuzzer looks for.
inline void must(bool holds, char const* property) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", property);
  std::abort();
}

/// What `read` returns; empty where it refuses. A refusal is std::invalid_argument that says something: anything else
/// that is thrown ends the program.
template <class Read>
std::optional<std::invoke_result_t<Read>> accepted(Read const& read) {
  try {
    return read();
  } catch (std::invalid_argument const& refusal) {
    must(*refusal.what() != '\0', "a refusal says what is wrong");
    return std::nullopt;
  }
}

/// A text between two marks; a mark that it holds is written as `within`.
inline std::string quoted(std::string_view text, char mark, std::string_view within) {
  std::string between;
  for (auto const c : text) between += c == mark ? within : std::string_view{&c, 1};
  return mark + between + mark;
}

/// A text in two: at the first occurrence of `mark`; the second part is empty where there is none.
struct Halves {
  std::string_view first, second;
};
inline Halves halves(std::string_view text, std::string_view mark) {
  auto const at = text.find(mark);
  return at == std::string_view::npos ? Halves{text, {}} : Halves{text.substr(0, at), text.substr(at + mark.size())};
}

}  // namespace warner::tests
