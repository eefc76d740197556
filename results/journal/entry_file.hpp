#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/external/process/descriptor.hpp"

namespace warner::results {

/// A file of entries that only grows, a line each: its length, a checksum, and the entry.
/// A checksum is of all entries so far, so none can be lost, changed or moved unseen. One run has the file at a time.
///
/// A run that is killed leaves whole lines and at most a part of one behind them, which the next run cuts off.
class EntryFile {
 public:
  /// Opens a file, or makes it. @param head: the first entry of a new one.
  /// @throws std::invalid_argument that names the file: where it can not be written, another run has it, it is no such
  /// file, or an entry is damaged. It is then left as it was.
  EntryFile(std::filesystem::path const& path, std::string const& head);

  /// Those that were there, with the head.
  std::vector<std::string> const& entries() const { return entries_; }
  /// Bytes of an unfinished entry that stand behind them.
  std::uint64_t unfinished() const { return size_ - good_; }
  /// Cuts these off, and writes the head of a new file.
  void start();

  /// Behind everything else; on the disk within a second of entries that follow, or once `sync` is called.
  /// @throws std::invalid_argument where it can not be written: the file then ends with the entry before.
  void append(std::string_view entry);
  void sync();
  /// The same, at the end, where nobody can do anything about it any more.
  void sync_if_possible() noexcept;

 private:
  std::filesystem::path path_;
  std::string head_;
  mechanisms::external::Descriptor file_;
  std::vector<std::string> entries_{};
  std::uint64_t good_ = 0, size_ = 0;  ///< bytes
  std::string checksum_{};
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace warner::results
