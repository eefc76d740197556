#include "results/journal/entry_file.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "mechanisms/external/process/read_file.hpp"
#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"

namespace warner::results {
namespace {

using mechanisms::external::file_problem;

constexpr std::size_t digits = 16;  // of a checksum
constexpr std::chrono::seconds between_syncs{1};

mechanisms::external::Descriptor opened(std::filesystem::path const& path) {
  require_place(path);
  mechanisms::external::Descriptor file{
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666)};
  if (!file.is_open()) throw file_problem(path.string(), "can not be written", std::strerror(errno));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
    throw file_problem(path.string(), "can hold no journal", "it is no regular file");
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      throw file_problem(path.string(), "is the journal of a run that is under way", "wait for it, or name another");
    throw file_problem(path.string(), "can not be locked", std::strerror(errno));
  }
  return file;
}

std::string checksum_after(std::string const& before, std::string_view entry) {
  return fingerprint(before + std::string{entry});
}

std::string line_of(std::string_view entry, std::string const& checksum) {
  return fmt::format("{} {} {}\n", entry.size(), checksum, entry);
}

/// The entry of a whole line; nothing where the line is damaged.
std::optional<std::string_view> entry_of(std::string_view line, std::string const& before) {
  std::size_t length = 0;
  auto const [end, error] = std::from_chars(line.data(), line.data() + line.size(), length);
  auto const start = static_cast<std::size_t>(end - line.data()) + digits + 2;
  if (error != std::errc{} || line.size() < start || line.size() - start != length) return std::nullopt;
  auto const entry = line.substr(start);
  if (line != line_of(entry, checksum_after(before, entry)).substr(0, line.size())) return std::nullopt;
  return entry;
}

}  // namespace

EntryFile::EntryFile(std::filesystem::path const& path, std::string const& head)
    : path_{path}, head_{head}, file_{opened(path)} {
  std::string text;
  mechanisms::external::read_to_end(file_.number(), path.string(), [&](std::string_view part) { text += part; });
  size_ = text.size();
  std::string_view rest{text};
  for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    auto const entry = entry_of(rest.substr(0, end), checksum_);
    if (!entry && good_ == 0) throw file_problem(path.string(), "is no journal", "name another file");
    if (!entry)
      throw file_problem(path.string(), fmt::format("is damaged from byte {} on", good_),
                         "what it says can not be told; delete it");
    checksum_ = checksum_after(checksum_, *entry);
    entries_.emplace_back(*entry);
    rest.remove_prefix(end + 1);
    good_ += end + 1;
  }
  auto const first = line_of(head, checksum_after("", head));
  if (good_ == 0 && !first.starts_with(text)) throw file_problem(path.string(), "is no journal", "name another file");
}

void EntryFile::start() {
  if (size_ > good_ && ::ftruncate(file_.number(), static_cast<off_t>(good_)) != 0)
    throw file_problem(path_.string(), "can not be cut", std::strerror(errno));
  size_ = good_;
  if (::lseek(file_.number(), 0, SEEK_END) < 0)
    throw file_problem(path_.string(), "can not be written", std::strerror(errno));
  if (good_ > 0) return;
  append(head_);
  sync();
  mechanisms::external::Descriptor const folder{
      ::open(path_.has_parent_path() ? path_.parent_path().c_str() : ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY)};
  if (folder.is_open()) ::fsync(folder.number());
  entries_.push_back(head_);
}

void EntryFile::append(std::string_view entry) {
  auto const checksum = checksum_after(checksum_, entry);
  auto const line = line_of(entry, checksum);
  for (std::size_t done = 0; done < line.size();) {
    auto const written = ::write(file_.number(), line.data() + done, line.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      auto const why = std::strerror(errno);
      if (::ftruncate(file_.number(), static_cast<off_t>(good_)) != 0) {  // the next run cuts it off
      }
      throw file_problem(path_.string(), "can not be written", fmt::format("{}; what it has is whole", why));
    }
    done += static_cast<std::size_t>(written);
  }
  checksum_ = checksum;
  good_ += line.size();
  size_ = good_;
  if (std::chrono::steady_clock::now() - synced_ >= between_syncs) sync();
}

void EntryFile::sync() {
  if (::fsync(file_.number()) != 0) throw file_problem(path_.string(), "can not be written", std::strerror(errno));
  synced_ = std::chrono::steady_clock::now();
}

void EntryFile::sync_if_possible() noexcept { ::fsync(file_.number()); }

}  // namespace warner::results
