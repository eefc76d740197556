#include "mechanisms/external/conversation.hpp"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

#include "mechanisms/external/release/limits.hpp"
#include "mechanisms/external/release/shown.hpp"
#include "sim/driver.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t most_errors_kept = 4096, last_lines = 8;
constexpr int slice = 50;  // milliseconds between two looks at the clock and at interruptions
/// Between two looks: this process was stopped meanwhile, or its machine, and a program is not to blame.
constexpr auto pause = std::chrono::milliseconds{20 * slice};
constexpr auto patience = std::chrono::milliseconds{1000};

/// The last lines of a text, each set in.
std::string end_of(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  auto from = text.size();
  for (std::size_t lines = 0; from > 0 && lines < last_lines; ++lines) {
    auto const before = text.rfind('\n', from - 1);
    from = before == std::string_view::npos ? 0 : before;
  }
  std::string shown;
  for (auto const c : text.substr(from)) {
    if (c == '\n' && shown.empty()) continue;
    if (c == '\n' || shown.empty()) shown += "\n  | ";
    if (c != '\n') shown += static_cast<unsigned char>(c) < ' ' && c != '\t' ? '?' : c;
  }
  return shown;
}

}  // namespace

Conversation::Conversation(Launch const& launch)
    : launch_{launch}, program_{launch.words, launch.memory_limit}, heard_{launch.numbers} {}

void Conversation::send(std::string_view& request) { request.remove_prefix(program_.write(request)); }

void Conversation::keep_errors() {
  char buffer[4096];
  auto const length = ::read(program_.errors(), buffer, sizeof buffer);
  if (length == 0) program_.close_errors();
  if (length <= 0) return;
  errors_.append(buffer, static_cast<std::size_t>(length));
  if (errors_.size() > most_errors_kept) errors_.erase(0, errors_.size() - most_errors_kept);
}

Conversation::Said Conversation::hear(std::string_view request, int milliseconds) {
  pollfd watched[3] = {{program_.output(), POLLIN, 0},
                       {program_.errors(), POLLIN, 0},
                       {request.empty() ? -1 : program_.input(), POLLOUT, 0}};
  if (::poll(watched, 3, milliseconds) <= 0) return Said::nothing;
  if (watched[1].revents) keep_errors();
  if (!watched[0].revents) return Said::nothing;
  char buffer[1 << 16];
  auto const length = ::read(program_.output(), buffer, sizeof buffer);
  if (length == 0) return Said::no_more;
  if (length > 0) heard_.add({buffer, static_cast<std::size_t>(length)});
  return length > 0 ? Said::something : Said::nothing;
}

std::size_t Conversation::take_whole(std::size_t first, std::size_t n, Take const& take) {
  std::size_t taken = 0;
  std::string_view last;
  while (first + taken < n) {
    auto const release = heard_.next();
    if (!release) break;
    take(first + taken++, last = *release);
  }
  if (launch_.numbers == 0 && taken > 0) last_line_ = last;
  return taken;
}

bool Conversation::hand_over(std::size_t dataset) {
  if (handed_over_.size() <= dataset) handed_over_.resize(dataset + 1);
  auto const known = static_cast<bool>(handed_over_[dataset]);
  handed_over_[dataset] = true;
  return known;
}

bool Conversation::listen() {
  auto const written = heard_.rest();
  if (written.empty()) return false;
  auto const end = written.find('\n');
  if (may_be_hello(written) && end == std::string_view::npos) return false;
  listened_ = true;
  auto const hello = may_be_hello(written) ? hello_from(written.substr(0, end)) : std::nullopt;
  if (hello && launch_.greeted) launch_.greeted(*hello);
  if (!hello && launch_.column_by_column) throw Misfit{"one of its processes says nothing of itself, and others did"};
  std::string const rest{hello ? written.substr(end + 1) : written};
  heard_ = Heard{launch_.column_by_column ? 1 : launch_.numbers};
  heard_.add(rest);
  return true;
}

/// An answer that comes column by column is taken once it is whole.
std::size_t Conversation::take_columns(std::size_t n, Take const& take) {
  auto const width = launch_.numbers, bytes = sizeof(double) * n * width;
  while (column_bytes_.size() < bytes) {
    auto const number = heard_.next();
    if (!number) return 0;
    column_bytes_ += *number;
  }
  std::string release(sizeof(double) * width, '\0');
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < width; ++j)
      std::copy_n(column_bytes_.begin() + static_cast<std::ptrdiff_t>(sizeof(double) * (j * n + i)), sizeof(double),
                  release.begin() + static_cast<std::ptrdiff_t>(sizeof(double) * j));
    take(i, release);
  }
  column_bytes_.clear();
  return n;
}

std::string Conversation::too_much() const {
  if (launch_.numbers > 0) return fmt::format("it wrote {} bytes more than it was asked for", heard_.rest().size());
  return fmt::format("it wrote a line too many: '{}'", shown(heard_.rest().substr(0, heard_.rest().find('\n'))));
}

std::string Conversation::what_it_wrote(std::size_t taken, std::size_t n) const {
  auto const each = sizeof(double) * launch_.numbers;
  auto const bytes = taken * each + column_bytes_.size() + heard_.rest().size();
  if (bytes == 0) return fmt::format("does it write {} bytes a release, and flush?", each);
  auto const is_whole = bytes % (sizeof(double) * n) == 0;
  return fmt::format("it wrote {} bytes, and {} releases of {} float64 have {}{}", bytes, n, launch_.numbers, n * each,
                     is_whole ? fmt::format(": is it --binary {}?", bytes / (sizeof(double) * n)) : "; does it flush?");
}

std::string Conversation::last_of(std::size_t taken) const {
  return taken == 0 || last_line_.empty() ? "" : fmt::format(", the last one '{}'", shown(last_line_));
}

void Conversation::fail(std::string const& problem, bool ended) {
  auto const fate = ended ? program_.how_it_ended_by_itself() : "";
  auto const runs_on = ended && fate.empty();
  if (fate.empty()) program_.let_go();
  pollfd errors{program_.errors(), POLLIN, 0};
  for (auto const until = Clock::now() + patience; program_.errors() >= 0 && Clock::now() < until;) {
    errors.fd = program_.errors();
    if (::poll(&errors, 1, slice) > 0) keep_errors();
  }
  auto const last_words = errors_.empty() ? "" : fmt::format("; its last words on standard error:{}", end_of(errors_));
  auto const what = fmt::format("{}: {}{}{}{}", launch_.name, ended ? "it " : "",
                                runs_on ? "closed its standard output, and ran on," : fate,
                                ended && !problem.empty() ? " " + problem : problem, last_words);
  if (ended && !runs_on && !fate.starts_with("could not be started")) throw ProgramDied{what, fate};
  throw ProgramFailed{what};
}

void Conversation::ask(std::string_view request, std::size_t n, Take const& take) {
  if (answered_ && hear({}, 0) == Said::something) fail(too_much(), false);
  auto looked = Clock::now();
  auto until = looked + launch_.timeout;
  auto is_late = false;
  for (std::size_t taken = 0; taken < n;) {
    if ((launch_.interrupted && launch_.interrupted->load()) || (launch_.given_up && launch_.given_up->load()))
      throw sim::Interrupted{};
    send(request);
    auto const now = Clock::now();
    if (now - looked >= pause) until += now - looked;
    looked = now;
    auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(until - now).count();
    if (left <= 0 && is_late)  // what had come by then was read by the look before
      fail(fmt::format("it answered {} of {} releases within {:g} s{} ({} --timeout gives it longer)", taken, n,
                       static_cast<double>(launch_.timeout.count()) / 1000, last_of(taken),
                       launch_.numbers > 0 ? what_it_wrote(taken, n)
                       : heard_.rest().empty()
                           ? "does it write a line a release, and flush?"
                           : "it began another that has no end: does a newline follow the last one?"),
           false);
    is_late = left <= 0;
    auto const said = hear(request, is_late ? 0 : static_cast<int>(std::min<long long>(left + 1, slice)));
    if (said == Said::no_more) heard_.end();
    try {
      if (listened_ || listen()) taken += launch_.column_by_column ? take_columns(n, take) : take_whole(taken, n, take);
    } catch (Misfit const& misfit) {
      fail(fmt::format("it wrote what can not be taken as a release: {}", misfit.what()), false);
    }
    if (said == Said::no_more && taken < n)
      fail(fmt::format("after {} of {} releases{}{}", taken, n, last_of(taken),
                       answered_ ? " (it answered before: a program stays, and reads the next request)" : ""),
           true);
    if (launch_.numbers == 0 && taken < n && heard_.rest().size() > longest_line)
      fail("it wrote a line of more than a million bytes", false);
  }
  answered_ = true;
  if (!heard_.rest().empty() || hear({}, 0) == Said::something) fail(too_much(), false);
}

std::optional<std::string> Conversation::death() {
  hang_up();
  auto const how = program_.how_it_ended_by_itself();
  return how.empty() || how == "ended with exit status 0" ? std::nullopt : std::optional{how};
}

void Conversation::wait_for_end(Clock::time_point until) {
  for (auto said = Said::nothing; said == Said::nothing && Clock::now() < until;) {
    said = hear({}, slice);
    if (said == Said::something) fail(too_much(), false);
  }
}

}  // namespace warner::mechanisms::external
