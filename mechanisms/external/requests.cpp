#include "mechanisms/external/requests.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/arms.hpp"

namespace warner::mechanisms::external {
namespace {

std::string json_of(double x) {
  if (!std::isfinite(x)) return fmt::format("\"{}\"", x);
  return x == 0 && std::signbit(x) ? "-0.0" : fmt::format("{}", x);  // a reader takes -0 for the integer 0
}

}  // namespace

std::string written(Dataset const& dataset) {
  std::string text;
  for (auto const x : dataset) text += (text.empty() ? "" : ", ") + json_of(x);
  return "[" + text + "]";
}

WrittenPair written(Pair const& pair) { return {written(pair.d), written(pair.d_prime)}; }

Requests::Requests(std::vector<std::string> datasets) : datasets_{std::move(datasets)} {}

std::string Requests::operator()(std::size_t arm, std::size_t trials, std::uint64_t seed) const {
  auto const line_of = [&](std::string const& dataset, std::size_t longest) {
    return fmt::format("{{\"dataset\": {}, \"trials\": {}, \"seed\": {}}}{:{}}\n", dataset, trials, seed, "",
                       longest - dataset.size());
  };
  if (datasets_.size() != 2) return line_of(datasets_.at(arm), datasets_.at(arm).size());
  auto const longest = std::max(datasets_[0].size(), datasets_[1].size());
  auto const d = line_of(datasets_[0], longest), d_prime = line_of(datasets_[1], longest);
  std::string line(d.size(), '\0');
  select(arm == 1, std::span{d}, std::span{d_prime}, std::span{line});
  return line;
}

std::string Requests::prepare(std::size_t arm) const {
  return fmt::format("{{\"prepare\": {}, \"data\": {}}}\n", arm, datasets_.at(arm));
}

std::string Requests::of_prepared(std::size_t arm, std::size_t trials, std::uint64_t seed) const {
  auto const digits = fmt::formatted_size("{}", datasets_.size() - 1);
  return fmt::format("{{\"prepared\": {:>{}}, \"trials\": {}, \"seed\": {}}}\n", arm, digits, trials, seed);
}

}  // namespace warner::mechanisms::external
