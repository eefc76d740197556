#include "mechanisms/external/requests.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/external/arms.hpp"

namespace warner::mechanisms::external {
namespace {

std::string json_of(double x) {
  if (!std::isfinite(x)) return fmt::format("\"{}\"", x);
  return x == 0 && std::signbit(x) ? "-0.0" : fmt::format("{}", x);  // a reader takes -0 for the integer 0
}

std::string json_of(Dataset const& dataset) {
  std::string text;
  for (auto const x : dataset) text += (text.empty() ? "" : ", ") + json_of(x);
  return "[" + text + "]";
}

}  // namespace

WrittenPair written(Pair const& pair) { return {json_of(pair.d), json_of(pair.d_prime)}; }

Requests::Requests(WrittenPair const& datasets, bool once) : datasets_{datasets.d, datasets.d_prime} {
  if (!once) return;
  preface_ = fmt::format("{{\"datasets\": [{}, {}]}}\n", datasets.d, datasets.d_prime);
  datasets_ = {"0", "1"};
}

std::string Requests::operator()(std::size_t arm, std::size_t trials, std::uint64_t seed) const {
  auto const longest = std::max(datasets_[0].size(), datasets_[1].size());
  auto const line_of = [&](std::string const& dataset) {
    return fmt::format("{{\"dataset\": {}, \"trials\": {}, \"seed\": {}}}{:{}}\n", dataset, trials, seed, "",
                       longest - dataset.size());
  };
  auto const d = line_of(datasets_[0]), d_prime = line_of(datasets_[1]);
  std::string line(d.size(), '\0');
  select(arm == 1, std::span{d}, std::span{d_prime}, std::span{line});
  return line;
}

}  // namespace warner::mechanisms::external
