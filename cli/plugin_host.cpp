#include <algorithm>
#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/plugin.h"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

template <class Function>
Function* function_of(void* library, std::string const& path, char const* name) {
  auto* const found = ::dlsym(library, name);
  require(found != nullptr, fmt::format("{}: has no function {} (see mechanisms/external/plugin.h)", path, name));
  return reinterpret_cast<Function*>(found);
}

using Numbers = std::vector<double>;

/// The first line, {"datasets": [[0, 1], [1, 1]]}.
std::array<Numbers, 2> datasets_from(std::string const& line) {
  std::array<Numbers, 2> datasets;
  auto const request = nlohmann::json::parse(line);
  for (std::size_t arm = 0; arm < 2; ++arm)
    for (auto const& item : request.at("datasets").at(arm))
      datasets[arm].push_back(item.is_number() ? item.get<double>() : real_from("dataset", item.get<std::string>()));
  return datasets;
}

/// Answers requests as a program of one's own would (docs/external.md), by the functions of a shared library. Datasets
/// are read once, and chosen without a branch: the library alone decides how long an answer takes.
ExitCode host(std::string const& path) {
  auto* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  require(library != nullptr, fmt::format("{}: can not be loaded ({})", path, library ? "" : ::dlerror()));
  auto* const columns = function_of<decltype(warner_columns)>(library, path, "warner_columns");
  auto* const release = function_of<decltype(warner_release)>(library, path, "warner_release");
  std::string line, answer;
  if (!std::getline(std::cin, line)) return ExitCode::not_refuted;
  auto datasets = datasets_from(line);
  std::array const sizes{datasets[0].size(), datasets[1].size()};
  auto const longest = std::max(sizes[0], sizes[1]);
  for (auto& dataset : datasets) dataset.resize(longest);
  Numbers dataset(longest), out;
  while (std::getline(std::cin, line)) {
    auto const request = nlohmann::json::parse(line);
    auto const arm = request.at("dataset").get<std::size_t>();
    mechanisms::external::select(arm == 1, std::span{std::as_const(datasets[0])}, std::span{std::as_const(datasets[1])},
                                 std::span{dataset});
    auto const trials = request.at("trials").get<std::size_t>(), size = sizes.at(arm),
               width = columns(dataset.data(), size);
    require(width >= 1 && width <= 10'000,
            fmt::format("{}: warner_columns: {} numbers a release (1 to 10000 can be audited)", path, width));
    out.assign(trials * width, 0.0);
    auto const failure = release(dataset.data(), size, request.at("seed").get<std::uint64_t>(), trials, out.data());
    require(failure == 0, fmt::format("{}: warner_release returned {}", path, failure));
    answer.clear();
    for (std::size_t i = 0; i < out.size(); ++i)
      fmt::format_to(std::back_inserter(answer), "{}{}", out[i], (i + 1) % width == 0 ? '\n' : ',');
    require(std::fwrite(answer.data(), 1, answer.size(), stdout) == answer.size() && std::fflush(stdout) == 0,
            "standard output: can not be written");
  }
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_plugin_host(Command& app) {
  auto command =
      app.add_subcommand("plugin-host", "What --plugin starts: answers requests by the functions of a shared library");
  command.group("");  // for programs, not for people
  auto const path = std::make_shared<std::string>();
  command.add_option("library", *path, "The shared library").required();
  return {command, [path] { return host(*path); }};
}

}  // namespace warner::cli
