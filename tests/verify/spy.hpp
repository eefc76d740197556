#pragma once

#include <memory>
#include <mutex>
#include <set>

#include "tests/verify/toys.hpp"

namespace warner::verify::toys {

/// The Laplace toy, beside it `noise` columns that know nothing. Notes the first word that each call of release is
/// given: streams that serve two of them show.
struct Spy {
  struct Seen {
    std::mutex mutex{};
    std::set<std::uint64_t> words{};
    std::size_t releases = 0;
    bool every_word_is_new() const { return releases > 0 && words.size() == releases; }
  };
  std::size_t noise = 0;
  std::shared_ptr<Seen> seen = std::make_shared<Seen>();

  std::vector<Column> columns(Dataset const&) const {
    return std::vector<Column>(1 + noise, Column{"y", Column::Kind::real});
  }
  void release(Dataset const& d, sim::Stream& stream, Batch out) const {
    {
      std::scoped_lock const lock{seen->mutex};
      seen->words.insert(stream.word());
      ++seen->releases;
    }
    sim::fill_laplace(stream, d[0], 1, out.column(0));
    for (std::size_t j = 1; j <= noise; ++j) sim::fill_gaussian(stream, 0, 1, out.column(j));
  }
  Guarantee guarantee() const { return PureDp{1}; }
};

}  // namespace warner::verify::toys
