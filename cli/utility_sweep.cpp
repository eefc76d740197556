#include "cli/utility_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>

#include <fmt/format.h>

#include "cli/axes.hpp"
#include "cli/json_list.hpp"
#include "cli/number.hpp"
#include "cli/printed_first.hpp"
#include "results/audit/file.hpp"
#include "results/audit/words.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

constexpr std::size_t most_rows = 10'000;
constexpr double shown = 0.95;  // the share of errors whose size the table shows

/// Sets what an axis names: a hole in a command, the data, the truth, a claim, or a parameter of the mechanism.
void set(UtilityOptions& asked, std::string const& name, std::string const& value) {
  if (fill_holes(asked.external.exec, name, value)) return;
  if (name == "d") asked.data.d = value;
  else if (name == "truth") asked.truth = value;
  else if (name == "rmse") asked.rmse = value;
  else if (name == "bias") asked.bias = value;
  else if (name == "median") asked.median = value;
  else if (name == "coverage") asked.coverage = value;
  else if (name == "quantile") asked.quantiles = {value};
  else if (name == "largest") asked.largest = value;
  else {
    require(!asked.external.is_asked_for(),
            fmt::format("--sweep: {0} is nothing that varies (of a program: {{{0}}} in its command, d, truth, and "
                        "claims)",
                        name));
    auto const known = mechanisms::find(asked.mechanism).parameters;
    require(std::ranges::any_of(known, [&](auto const& parameter) { return parameter.name == name; }),
            fmt::format("--sweep: {} is no parameter of {}, no claim, and not d or truth", name, asked.mechanism));
    asked.parameters[name] = value;
  }
}

/// A number of CSV; empty where there is none.
std::string cell(std::optional<double> const& value) {
  return value && !std::isnan(*value) ? fmt::format("{}", *value) : "";
}

std::string quoted(std::string const& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string all = "\"";
  for (auto const c : text) all += c == '"' ? "\"\"" : std::string{c};
  return all + "\"";
}

std::string header(std::vector<Axis> const& axes) {
  std::string line;
  for (auto const& axis : axes) line += quoted(axis.name) + ",";
  line += "rmse,rmse_lower,rmse_upper,rmse_exact,bias,bias_lower,bias_upper";
  for (auto const* const share : {"50", "90", "95", "99"})
    for (auto const* const what : {"", "_lower", "_upper", "_exact"}) line += fmt::format(",size_{}{}", share, what);
  return line + ",coverage,coverage_lower,coverage_upper,width,width_lower,trials,level,decision\r\n";
}

std::string csv_row(std::vector<std::string> const& values, results::UtilityRecord const& record) {
  auto const& measured = record.measured;
  auto const& exact = record.exact;
  auto const square = exact ? exact->mean_square() : std::nullopt;
  std::vector<std::string> cells;
  for (auto const& value : values) cells.push_back(quoted(value));
  auto const add = [&](std::optional<double> const& value) { cells.push_back(cell(value)); };
  auto const add_three = [&](verify::Bounded const& value) { add(value.estimate), add(value.lower), add(value.upper); };
  add_three(measured.rmse);
  add(square ? std::optional{std::sqrt(*square)} : std::nullopt);
  add_three(measured.bias);
  for (std::size_t i = 0; i < 4; ++i) {
    auto const of_answers = i < measured.quantiles.size();
    add_three(of_answers ? measured.quantiles[i].size : verify::Bounded{});
    add(of_answers && exact ? exact->quantile(measured.quantiles[i].share) : std::nullopt);
  }
  add_three(measured.coverage);
  add(measured.width.estimate), add(measured.width.lower);
  cells.push_back(fmt::format("{}", measured.releases));
  cells.push_back(fmt::format("{}", measured.level));
  cells.push_back(measured.claims.empty() ? "" : measured.refuted() ? "refuted" : "not refuted");
  std::string line;
  for (auto const& text : cells) line += (line.empty() ? "" : ",") + text;
  return line + "\r\n";
}

std::string interval(verify::Bounded const& value) {
  if (std::isnan(value.estimate)) return "-";
  if (!value.lower) return fmt::format("{:.4g}", value.estimate);
  if (!value.upper) return fmt::format("{:.4g} [{}, -]", value.estimate, results::rounded_down(*value.lower, 4));
  return fmt::format("{:.4g} {}", value.estimate, results::interval(*value.lower, *value.upper, 4));
}

std::string text_row(results::UtilityRecord const& record) {
  auto const& measured = record.measured;
  auto const square = record.exact ? record.exact->mean_square() : std::nullopt;
  auto const found = std::ranges::find(measured.quantiles, shown, &verify::SizeQuantile::share);
  auto const size = found == measured.quantiles.end() ? verify::Bounded{} : found->size;
  return fmt::format("{:>22} {:>8} {:>24} {:>24} {:>10}  {}", interval(measured.rmse),
                     square ? fmt::format("{:.4g}", std::sqrt(*square)) : "open", interval(size),
                     interval(measured.coverage),
                     std::isnan(measured.width.estimate) ? "-" : fmt::format("{:.4g}", measured.width.estimate),
                     measured.claims.empty() ? ""
                     : measured.refuted()    ? "REFUTED"
                                             : "not refuted");
}

}  // namespace

ExitCode utility_sweep(UtilityOptions const& options) {
  auto const axes = axes_from(options.sweep);
  std::size_t many = 1;
  for (auto const& axis : axes) {
    many *= axis.values.size();
    require(many <= most_rows, fmt::format("--sweep: more than {} rows (each has its share of the level)", most_rows));
  }
  auto const level = level_from("--level", options.level) / static_cast<double>(many);
  if (!options.out.empty()) results::require_place(options.out);
  auto const of = [&](std::size_t i) {
    auto one = options;
    auto const values = combination(axes, i);
    for (std::size_t k = 0; k < axes.size(); ++k) set(one, axes[k].name, values[k]);
    one.level = fmt::format("{}", level);
    return one;
  };
  for (std::size_t i = 0; i < many; ++i) of(i);  // what is wrong with any is said before the first
  auto const widths = widths_of(axes);
  std::optional<JsonList> list;
  if (options.json) list.emplace(std::cout);
  else
    std::cout << row_of(names_of(axes), widths)
              << fmt::format("{:>22} {:>8} {:>24} {:>24} {:>10}\n", "RMSE", "exact", "95 % of |error|", "coverage",
                             "width");
  auto csv = header(axes);
  auto refuted = false;
  for (std::size_t i = 0; i < many; ++i) {
    auto record = answer(of(i));
    record.family = many;
    refuted = refuted || record.measured.refuted();
    csv += csv_row(combination(axes, i), record);
    if (list) list->add(results::to_json(record));
    else std::cout << row_of(combination(axes, i), widths) << text_row(record) << '\n' << std::flush;
    if (record.measured.end == verify::Utility::End::interrupted) throw sim::Interrupted{};
  }
  if (!options.json)
    std::cout << fmt::format("Level {} for all together: each row has {:.3g}.\n", options.level, level);
  return printed_first(refuted ? ExitCode::refuted : ExitCode::not_refuted, [&] {
    if (!options.out.empty()) results::write_file(options.out, csv);
  });
}

}  // namespace warner::cli
