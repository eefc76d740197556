#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "mechanisms/external/hello.hpp"

namespace warner::mechanisms::external {

/// Who gives releases when asked for them: a program, in processes of its own, or a function of the caller's.
/// It may be asked from several threads at once.
class Respondent {
 public:
  /// Takes release i: a line without its end (release/read_value.hpp), or the bytes of its numbers. Releases of numbers
  /// may come several at once, from i on. A death is a line in any case; its length is no multiple of eight.
  using Take = std::function<void(std::size_t i, std::string_view release)>;

  virtual ~Respondent() = default;

  /// For messages.
  virtual std::string name() const = 0;
  /// Asks for n releases of a dataset, made of this seed (53 bits), and hands each over.
  /// @throws ProgramFailed; sim::Interrupted.
  virtual void ask(std::size_t dataset, std::size_t n, std::uint64_t seed, Take const& take) = 0;
  /// What it says of itself, once it has answered.
  virtual Hello hello() const = 0;
  /// Whether it may say something that is meant for people, and no release: the same words in every release.
  virtual bool may_say_messages() const { return true; }
  /// Whether releases of one request come of one call, and may share what was drawn.
  virtual bool may_share_draws() const { return true; }
  /// What to do where it gives the same releases for different seeds.
  virtual std::string how_to_be_fresh() const {
    return "draw from the request's seed, or begin with fresh randomness, once";
  }
  /// Hears that what was asked so far said what releases are, and that whoever fails from now on fails the audit.
  virtual void tried_out() {}
  /// Ends it. @throws ProgramFailed where it has something more to say.
  virtual void finish() {}
};

}  // namespace warner::mechanisms::external
