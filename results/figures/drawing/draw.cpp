#include "results/figures/drawing/draw.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "results/figures/drawing/child_process.hpp"

namespace warner::results {
namespace {

constexpr int without_matplotlib = 3;  // exit code of results/figures/plots/style.py

std::string interpreter() {
  auto const* const named = std::getenv("WARNER_PYTHON");
  return named && *named ? named : "/usr/bin/python3";
}

std::string last_lines(std::string const& text, int lines) {
  auto at = text.size();
  while (at > 0 && (text[at - 1] != '\n' || at == text.size() || --lines > 0)) --at;
  auto tail = text.substr(at);
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  return tail;
}

}  // namespace

std::vector<std::filesystem::path> draw(std::filesystem::path const& script, std::filesystem::path const& csv,
                                        std::filesystem::path const& stem, DrawingOptions const& options) {
  if (!std::filesystem::exists(script))
    throw std::runtime_error{fmt::format("{}: there is no such plot script", script.string())};
  auto const python = interpreter();
  // -B: no compiled files beside the scripts; -E, -s: neither the user's PYTHONPATH nor the user's packages.
  std::vector<std::string> words{python,       "-B",          "-E",       "-s",          script.string(),
                                 csv.string(), stem.string(), "--format", options.format};
  std::vector<std::string> kinds{".pdf", ".png", ".svg"};
  if (options.pgf) words.emplace_back("--pgf"), kinds.emplace_back(".pgf");
  auto const outcome = run_program(std::move(words), Captured::output_and_errors);
  if (outcome.start_error != 0)
    throw std::invalid_argument{fmt::format("{}: can not be started ({}); the numbers are written, the drawing is not",
                                            python, std::strerror(outcome.start_error))};
  auto const code = outcome.exit_code;
  if (code != 0) {
    auto const said =
        fmt::format("{}: {} (the numbers are in {})", script.filename().string(),
                    outcome.said.empty() ? "the script failed" : last_lines(outcome.said, 4), csv.string());
    if (code == without_matplotlib) throw std::invalid_argument{said};
    throw std::runtime_error{said};
  }
  std::vector<std::filesystem::path> files;
  for (auto const& kind : kinds) {
    files.emplace_back(stem.string() + kind);
    if (!std::filesystem::exists(files.back()))
      throw std::runtime_error{
          fmt::format("{}: the script wrote no {}", script.filename().string(), files.back().string())};
  }
  return files;
}

}  // namespace warner::results
