#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace warner::mechanisms {

/// A block of releases: `releases` x `width` doubles, column by column, so that one coordinate of all releases is
/// contiguous and vector kernels read and write it whole. A view; Releases below owns.
template <class T>
class BasicBatch {
 public:
  BasicBatch(T* data, std::size_t releases, std::size_t width) : data_{data}, releases_{releases}, width_{width} {}
  template <class U>
  requires std::is_convertible_v<U (*)[], T (*)[]> BasicBatch(BasicBatch<U> const& other)
      : BasicBatch{other.data(), other.releases(), other.width()} {}

  std::size_t releases() const { return releases_; }
  std::size_t width() const { return width_; }
  T* data() const { return data_; }
  std::span<T> column(std::size_t j) const { return {data_ + j * releases_, releases_}; }
  /// The columns first, .., first + width - 1, as a batch of their own.
  BasicBatch columns(std::size_t first, std::size_t width) const {
    return {data_ + first * releases_, releases_, width};
  }
  T& operator()(std::size_t release, std::size_t column) const { return data_[column * releases_ + release]; }

 private:
  T* data_;
  std::size_t releases_, width_;
};

using Batch = BasicBatch<double>;
using ConstBatch = BasicBatch<double const>;

/// The memory of a batch, reused from block to block. It begins with a cache line: the columns of whole blocks then do,
/// too, and no vector store straddles two.
class Releases {
 public:
  Batch shaped(std::size_t releases, std::size_t width) {
    auto const lines = (releases * width + 7) / 8;
    if (lines_.size() < lines) lines_.resize(lines);
    return {lines_.empty() ? nullptr : lines_.front().numbers, releases, width};
  }

 private:
  struct alignas(64) Line {
    double numbers[8];
  };
  std::vector<Line> lines_;
};

}  // namespace warner::mechanisms
