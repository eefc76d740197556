#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/dataset.hpp"
#include "cli/exact.hpp"
#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/release/shown.hpp"
#include "results/audit/provenance.hpp"
#include "sim/require.hpp"
#include "sim/stream.hpp"

namespace warner::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What can not be written ends the program in `main`.
void write_out(std::string_view text) { std::cout.write(text.data(), static_cast<std::streamsize>(text.size())); }

constexpr double steps = 0x1p30;  // of a real number, to one

/// Columns that stand for ideal real numbers lose their last bits: those of a double say where its noise was added, and
/// any auditor who looked at them would refute what is sound.
void drop_last_bits(std::vector<mechanisms::Column> const& columns, mechanisms::Batch batch) {
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (columns[j].kind == mechanisms::Column::Kind::real)
      for (auto& x : batch.column(j)) x = std::fabs(x) < steps ? std::nearbyint(x * steps) / steps + 0.0 : x;
}

/// A claim as a hello has it; empty where a hello has no words for it.
Json claim_of(mechanisms::Guarantee const& guarantee) {
  if (auto const* pure = std::get_if<mechanisms::PureDp>(&guarantee)) return {{"epsilon", pure->epsilon}};
  if (auto const* approximate = std::get_if<mechanisms::ApproximateDp>(&guarantee))
    return {{"epsilon", approximate->epsilon}, {"delta", approximate->delta}};
  if (auto const* gaussian = std::get_if<mechanisms::GaussianDp>(&guarantee)) return {{"mu", gaussian->mu}};
  return {};
}

struct Request {
  mechanisms::Dataset dataset;
  std::uint64_t trials, seed;
};

Request request_from(std::string const& line) {
  auto const document =
      mechanisms::external::is_too_deep(line) ? nlohmann::json{} : nlohmann::json::parse(line, nullptr, false);
  auto const is_whole = [&](char const* name) {
    return document.contains(name) && document[name].is_number_unsigned();
  };
  require(
      document.is_object() && document.contains("dataset") && is_whole("trials") && is_whole("seed"),
      fmt::format("standard input: '{}' is no request such as {{\"dataset\": [0, 1], \"trials\": 100, \"seed\": 7}}",
                  mechanisms::external::shown(line)));
  return {dataset_from("dataset", document["dataset"].dump()), document["trials"].get<std::uint64_t>(),
          document["seed"].get<std::uint64_t>()};
}

/// How releases are written.
struct Form {
  bool binary = false, last_bits = false;
};

/// Answers requests for releases of a mechanism of the catalogue (docs/external.md).
class Server {
 public:
  Server(std::string name, mechanisms::AnyMechanism mechanism, Form form, bool says_hello)
      : name_{std::move(name)},
        mechanism_{std::move(mechanism)},
        binary_{form.binary || says_hello},
        last_bits_{form.last_bits},
        hello_{says_hello} {}

  void answer(Request const& asked) {
    auto const columns = mechanism_.columns(asked.dataset);
    if (hello_) say_hello(columns);
    hello_ = false;
    require(!binary_ || !width_ || *width_ == columns.size(),
            fmt::format("dataset: its releases have {} numbers, and those of another had {} (do without --binary and "
                        "WARNER_PROTOCOL)",
                        columns.size(), width_.value_or(0)));
    width_ = columns.size();
    auto const key = sim::key_of({asked.seed, sim::Purpose::sample});
    for (std::uint64_t first = 0; first < asked.trials && std::cout; first += sim::block_size) {
      auto const batch = memory_.shaped(std::min(sim::block_size, asked.trials - first), columns.size());
      sim::Stream stream{key, first / sim::block_size};
      mechanism_.release(asked.dataset, stream, batch);
      if (!last_bits_) drop_last_bits(columns, batch);
      binary_ ? write_numbers(batch) : write_lines(batch);
    }
    std::cout.flush();
  }

 private:
  void say_hello(std::vector<mechanisms::Column> const& columns) const {
    Json hello{{"warner", 2}, {"name", name_}, {"version", results::provenance().version}};
    if (auto claim = claim_of(mechanism_.guarantee()); !claim.empty()) hello["claim"] = std::move(claim);
    hello["binary"] = columns.size();
    for (auto const& column : columns) hello["columns"].push_back(column.name);
    write_out(hello.dump() + "\n");
  }

  void write_lines(mechanisms::Batch batch) {
    text_.clear();
    for (std::size_t i = 0; i < batch.releases(); ++i)
      for (std::size_t j = 0; j < batch.width(); ++j)
        fmt::format_to(std::back_inserter(text_), "{}{}", batch(i, j), j + 1 == batch.width() ? '\n' : ',');
    write_out(text_);
  }

  void write_numbers(mechanisms::Batch batch) {
    rows_.resize(batch.releases() * batch.width());
    for (std::size_t j = 0; j < batch.width(); ++j)
      for (std::size_t i = 0; i < batch.releases(); ++i) rows_[i * batch.width() + j] = batch(i, j);
    if constexpr (std::endian::native == std::endian::big)
      for (auto& x : rows_) x = std::bit_cast<double>(__builtin_bswap64(std::bit_cast<std::uint64_t>(x)));
    write_out({reinterpret_cast<char const*>(rows_.data()), sizeof(double) * rows_.size()});
  }

  std::string name_;
  mechanisms::AnyMechanism mechanism_;
  bool binary_, last_bits_, hello_;
  std::optional<std::size_t> width_;
  mechanisms::Releases memory_;
  std::vector<double> rows_;
  std::string text_;
};

ExitCode serve(ExactOptions const& options, Form form) {
  require(!options.mechanism.empty(), "mechanism: none was named (`warner list` shows all)");
  auto const& entry = mechanisms::find(options.mechanism);
  mechanisms::ParameterValues values;
  for (auto const& [name, text] : options.parameters) values[name] = real_from("--" + name, text);
  auto const* protocol = std::getenv("WARNER_PROTOCOL");
  Server server{entry.name, mechanisms::make(entry, values).mechanism, form,
                !form.binary && protocol && std::string_view{protocol} == "2"};
  for (std::string line; std::cout && std::getline(std::cin, line);) server.answer(request_from(line));
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_serve(Command& app) {
  auto command = app.add_subcommand("serve",
                                    "Answer requests for releases of a mechanism of the catalogue, as any "
                                    "program does that is audited: for other auditors, in any language");
  auto const options = add_mechanism(command);
  auto const form = std::make_shared<Form>();
  command.add_flag("--binary", form->binary, "Answer in little-endian float64, row by row, in place of lines");
  command.add_flag("--last-bits", form->last_bits,
                   "Leave numbers that stand for ideal real ones as they were computed, not as multiples of 2^-30: "
                   "their last bits say where noise was added");
  command.footer(
      "Reads requests from standard input, a line each, and writes their releases, a line of numbers each:\n"
      "  {\"dataset\": [0, 1], \"trials\": 100, \"seed\": 7}\n"
      "The same seed gives the same releases: those of warner.catalogue in Python, but for last bits.\n"
      "docs/external.md has the protocol.\n"
      "\n"
      "Examples:\n"
      "  echo '{\"dataset\": [3], \"trials\": 5, \"seed\": 1}' | warner serve laplace --epsilon 1\n"
      "  warner check --exec 'warner serve broken/laplace-half-scale' --d '[0]' --d-prime '[1]' --claim-epsilon 1");
  return {command, [options, form] { return serve(*options, *form); }};
}

}  // namespace warner::cli
