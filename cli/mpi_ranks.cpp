// The one file that includes MPI's header: plain calls of C that every implementation has.

#include "cli/mpi_ranks.hpp"

#ifdef WARNER_MPI

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <mpi.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>

#include "sim/ranks.hpp"

namespace warner::cli {
namespace {

using Words = std::vector<std::uint64_t>;
using Clock = std::chrono::steady_clock;

constexpr std::array shared_verbs{"measure", "check", "profile", "tradeoff", "figures", "search", "shard"};
/// By which those who start ranks are known.
constexpr std::array started_by{"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE"};
constexpr int from_rank = 1, to_rank = 2;  // tags
constexpr int failed = static_cast<int>(ExitCode::internal);
constexpr std::uint64_t nothing = 0, a_piece = 1, stopped = 2;  // what a rank comes with
constexpr std::chrono::seconds patience{2};
constexpr std::chrono::microseconds between_looks{100};

/// What a rank other than the first would have said on standard error; and where it is said after all.
int held_errors = -1, real_errors = -1;
int rank_here = 0, ranks_there = 1;

std::string name_of_rank() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  return fmt::format("rank {} of {} on {}", rank_here, ranks_there,
                     std::string_view{name.data(), static_cast<std::size_t>(length)});
}

void say(std::string_view text) {
  while (!text.empty()) {
    auto const written = ::write(real_errors, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void end_all(std::string const& why, int code) {
  say(fmt::format("warner: {}: {}\n", name_of_rank(), why));
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void send(Words const& words, int to, int tag) {
  MPI_Send(words.data(), static_cast<int>(words.size()), MPI_UINT64_T, to, tag, MPI_COMM_WORLD);
}

Words received(std::size_t many, int from, int tag) {
  Words words(many);
  MPI_Recv(words.data(), static_cast<int>(many), MPI_UINT64_T, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return words;
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A rank asks for a piece, computes it, and brings it along when it asks for the next: what it comes with, the piece's
/// range, its microseconds, and its counters.
class MpiRanks final : public sim::Ranks {
 public:
  int rank() const override { return rank_here; }
  int size() const override { return ranks_there; }

  sim::Sums share_out(sim::Dealer* dealer, std::function<sim::Sums(sim::Replicates const&)> const& compute,
                      std::size_t counters) override {
    std::exception_ptr failure;
    sim::Sums sums(counters);
    if (dealer) failure = deal(*dealer, compute, counters);
    else work(compute, counters);
    if (dealer && !failure) sums = dealer->sums();
    sums.push_back(failure != nullptr);
    MPI_Bcast(sums.data(), static_cast<int>(sums.size()), MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (failure) std::rethrow_exception(failure);
    if (sums.back() != 0) throw sim::Interrupted{};
    sums.pop_back();
    return sums;
  }

  std::optional<std::string> from_rank_0(std::optional<std::string> text) override {
    constexpr std::uint64_t none = ~std::uint64_t{0}, most = std::uint64_t{1} << 30;  // bytes at a time
    std::uint64_t length = text ? text->size() : none;
    MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (length == none) return std::nullopt;
    if (!text) text.emplace();
    text->resize(length);
    for (std::uint64_t at = 0; at < length; at += most)
      MPI_Bcast(text->data() + at, static_cast<int>(std::min(most, length - at)), MPI_CHAR, 0, MPI_COMM_WORLD);
    return text;
  }

 private:
  static Words message(std::uint64_t what, sim::Piece const& piece, double seconds, std::size_t counters) {
    Words words{what, piece.range.first, piece.range.last, static_cast<std::uint64_t>(seconds * 1e6)};
    words.insert(words.end(), piece.sums.begin(), piece.sums.end());
    words.resize(4 + counters);
    return words;
  }

  /// On a rank other than the first.
  static void work(std::function<sim::Sums(sim::Replicates const&)> const& compute, std::size_t counters) {
    send(message(nothing, {}, 0, counters), 0, from_rank);
    for (;;) {
      auto const dealt = received(2, 0, to_rank);
      if (dealt[0] == dealt[1]) return;
      auto const start = Clock::now();
      sim::Piece piece{{dealt[0], dealt[1]}, {}};
      auto what = a_piece;
      try {
        piece.sums = compute(piece.range);
      } catch (sim::Interrupted const&) {
        what = stopped;
      } catch (std::exception const& error) {
        end_all(error.what(), failed);
      }
      send(message(what, piece, seconds_since(start), counters), 0, from_rank);
    }
  }

  /// On the first rank, one thread of which computes as the others do.
  static std::exception_ptr deal(sim::Dealer& dealer, std::function<sim::Sums(sim::Replicates const&)> const& compute,
                                 std::size_t counters) {
    std::exception_ptr mine, theirs;
    std::atomic<bool> stop{false}, done{false};
    std::thread computing{[&] {
      try {
        while (auto const range = stop ? std::nullopt : dealer.next()) {
          auto const start = Clock::now();
          sim::Piece const piece{*range, compute(*range)};
          dealer.done(piece, seconds_since(start));
        }
      } catch (...) {
        mine = std::current_exception();
        stop = true;
      }
      done = true;
    }};
    for (auto at_work = ranks_there - 1; at_work > 0 || !done;) {
      int is_there = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, from_rank, MPI_COMM_WORLD, &is_there, &status);
      if (is_there == 0) {
        std::this_thread::sleep_for(between_looks);
        continue;
      }
      auto const words = received(4 + counters, status.MPI_SOURCE, from_rank);
      try {
        if (words[0] == stopped) throw sim::Interrupted{};
        auto const first = words.begin() + 4;
        if (words[0] == a_piece)
          dealer.done({{words[1], words[2]}, {first, first + static_cast<std::ptrdiff_t>(counters) - 1}},
                      static_cast<double>(words[3]) / 1e6);
      } catch (...) {
        if (!theirs) theirs = std::current_exception();
        stop = true;
      }
      auto const next = stop ? std::nullopt : dealer.next();
      send(next ? Words{next->first, next->last} : Words{0, 0}, status.MPI_SOURCE, to_rank);
      at_work -= !next;
    }
    computing.join();
    return mine ? mine : theirs;
  }
};

/// Whether all ranks come here soon.
bool all_come() {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  int here = 0;
  for (auto const start = Clock::now(); here == 0 && Clock::now() - start < patience;) {
    MPI_Test(&request, &here, MPI_STATUS_IGNORE);
    if (here == 0) std::this_thread::sleep_for(between_looks);
  }
  return here != 0;
}

std::string held_back() {
  std::string text(1 << 12, '\0');
  auto const read = held_errors < 0 ? 0 : ::pread(held_errors, text.data(), text.size(), 0);
  text.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
  while (text.ends_with('\n')) text.pop_back();
  constexpr std::string_view ours = "warner: ";
  return text.starts_with(ours) ? text.substr(ours.size()) : text;
}

bool started = false;

}  // namespace

bool start_ranks(int argc, char const* const* argv) {
  if (std::ranges::none_of(started_by, [](auto name) { return std::getenv(name) != nullptr; })) return true;
  int thread_level = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &thread_level);
  started = true;
  for (auto const* name : started_by) ::unsetenv(name);  // a program that this one starts is no rank
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_here);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_there);
  real_errors = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
  auto const is_shared =
      argc > 1 && std::ranges::any_of(shared_verbs, [&](std::string_view verb) { return verb == argv[1]; });
  if (rank_here > 0) {
    auto const silence = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    held_errors = ::memfd_create("errors", MFD_CLOEXEC);
    ::dup2(silence, STDOUT_FILENO);
    ::dup2(held_errors, STDERR_FILENO);
  }
  if (!is_shared) return rank_here == 0;
  if (ranks_there == 1) return true;
  static MpiRanks ranks;
  sim::set_ranks(&ranks);
  return true;
}

ExitCode end_ranks(ExitCode code) {
  if (!started) return code;
  auto const went_well = code == ExitCode::not_refuted || code == ExitCode::refuted || code == ExitCode::inconclusive;
  if (!went_well && sim::ranks() && !all_come()) {
    if (rank_here == 0) MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));  // it has said why
    end_all(held_back(), failed);
  }
  MPI_Finalize();
  return rank_here == 0 ? code : ExitCode::not_refuted;
}

}  // namespace warner::cli

#else

namespace warner::cli {

bool start_ranks(int, char const* const*) { return true; }
ExitCode end_ranks(ExitCode code) { return code; }

}  // namespace warner::cli

#endif
