// --d and --d-prime: what is read is written and read again bit by bit.
#include "cli/dataset.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

namespace {

std::string written(mechanisms::Dataset const& dataset) {
  std::string text;
  for (auto const x : dataset) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", x);
  return "[" + text + "]";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text{typed(data, size)};
  auto const dataset = accepted([&] { return cli::dataset_from("--d", text); });
  auto const rounded = accepted([&] { return cli::dataset_from("--d", text, cli::LongNumbers::rounded); });
  if (!dataset) return 0;
  must(rounded && cli::are_same(*dataset, *rounded), "what loses no digits is not rounded");
  must(cli::are_same(*dataset, cli::dataset_from("--d", written(*dataset))), "a dataset is written and read again");
  return 0;
}
