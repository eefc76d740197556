#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warner::mechanisms::external {

/// Buffers a program's output and cuts it into releases: lines, or the bytes of so many numbers each. Linear in the
/// output, however small its pieces.
class Heard {
 public:
  /// @param numbers: of a release; 0: it is a line of text.
  explicit Heard(std::size_t numbers) : bytes_{8 * numbers} {}

  void add(std::string_view more);
  /// No more will come: the rest is a line, although it has no end.
  void end();

  /// The next whole release, without the end of its line; valid until more is added.
  std::optional<std::string_view> next();

  /// What no release has taken yet.
  std::string_view rest() const { return std::string_view{text_}.substr(from_); }

 private:
  std::size_t bytes_, from_ = 0, looked_at_ = 0;  // no line ends in [from_, looked_at_)
  std::string text_;
};

}  // namespace warner::mechanisms::external
