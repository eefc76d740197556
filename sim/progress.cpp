#include "sim/progress.hpp"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace warner::sim {
namespace {

bool set(char const* name) {
  auto const* value = std::getenv(name);
  return value && *value;
}

}  // namespace

ProgressBar::ProgressBar(std::string what) : what_{std::move(what)}, shown_{isatty(STDERR_FILENO) == 1 && !set("CI")} {}

void ProgressBar::operator()(std::uint64_t done, std::uint64_t all) {
  auto const now = Clock::now();
  if (!shown_ || all == 0 || now - last_ < std::chrono::milliseconds{200}) return;
  last_ = now;
  drawn_ = true;
  auto const share = static_cast<double>(done) / static_cast<double>(all);
  auto const seconds = std::chrono::duration<double>(now - start_).count();
  constexpr int width = 24;
  auto const filled = static_cast<int>(share * width);
  std::string bar(static_cast<std::size_t>(filled), '#');
  bar.resize(width, '.');
  auto const* accent = set("NO_COLOR") ? "" : "\x1b[36m";
  auto const* plain = set("NO_COLOR") ? "" : "\x1b[0m";
  std::fprintf(stderr, "\r%s %s%s%s %3.0f %%  %.3g/s  %.0f s left\x1b[K", what_.c_str(), accent, bar.c_str(), plain,
               100 * share, static_cast<double>(done) / (seconds + 1e-9),
               share > 0 ? seconds * (1 - share) / share : 0.0);
  std::fflush(stderr);
}

void ProgressBar::finish() {
  if (!std::exchange(drawn_, false)) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace warner::sim
