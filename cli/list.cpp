#include <iostream>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/verb.hpp"
#include "mechanisms/registry.hpp"

namespace warner::cli {
namespace {

using mechanisms::Entry;

struct Options {
  bool broken = false, local = false, json = false;
};

struct Line {
  Entry const* entry;
  std::string claim;
  std::optional<double> exact;  // of the default pair, at the claim's delta
};

Line line_of(Entry const& entry) {
  auto const instance = mechanisms::make(entry, {});
  auto const guarantee = instance.mechanism.guarantee();
  auto const* approximate = std::get_if<mechanisms::ApproximateDp>(&guarantee);
  return {&entry, mechanisms::describe(guarantee), instance.mechanism.exact_epsilon(instance.pairs.front(), approximate ? approximate->delta : 0)};
}

std::string words(std::optional<double> exact) { return exact ? fmt::format("{:.6g}", *exact) : "open"; }

std::string parameters_of(Entry const& entry) {
  std::string text;
  for (auto const& parameter : entry.parameters)
    text += (text.empty() ? "" : ", ") + (parameter.default_value ? fmt::format("{} [{}]", parameter.name, *parameter.default_value) : parameter.name);
  return text;
}

void print_table(std::vector<Line> const& lines) {
  for (auto const& line : lines) {
    std::cout << fmt::format("{}\n    {}\n", line.entry->name, line.entry->summary);
    std::cout << fmt::format("    release     {}\n    parameters  {}\n    claim       {}\n    exact       epsilon = {} on the default pair\n",
                             line.entry->release, parameters_of(*line.entry), line.claim, words(line.exact));
    if (line.entry->broken()) std::cout << fmt::format("    flaw        {}\n", line.entry->flaw);
    std::cout << fmt::format("    reference   {}\n", line.entry->reference);
  }
}

void print_json(std::vector<Line> const& lines) {
  auto document = nlohmann::ordered_json::array();
  for (auto const& line : lines) {
    nlohmann::ordered_json item{{"name", line.entry->name}, {"summary", line.entry->summary}, {"release", line.entry->release}};
    item["parameters"] = nlohmann::ordered_json::array();
    for (auto const& parameter : line.entry->parameters) {
      nlohmann::ordered_json described{{"name", parameter.name}, {"default", nullptr}, {"meaning", parameter.meaning}};
      if (parameter.default_value) described["default"] = *parameter.default_value;
      item["parameters"].push_back(described);
    }
    item["claim"] = line.claim;
    if (!line.exact) item["epsilon_exact"] = nullptr;
    else if (std::isinf(*line.exact)) item["epsilon_exact"] = "inf";
    else item["epsilon_exact"] = *line.exact;
    item["local"] = line.entry->local;
    item["flaw"] = line.entry->broken() ? nlohmann::ordered_json(line.entry->flaw) : nlohmann::ordered_json(nullptr);
    item["reference"] = line.entry->reference;
    document.push_back(item);
  }
  std::cout << document.dump(2) << '\n';
}

}  // namespace

Verb add_list(CLI::App& app) {
  auto* command = app.add_subcommand("list", "Mechanisms, their parameters, claims, and the true epsilon where it is known");
  auto const options = std::make_shared<Options>();
  command->add_flag("--broken", options->broken, "Only those that are broken on purpose");
  command->add_flag("--local", options->local, "Only those of the local model");
  command->add_flag("--json", options->json, "As JSON");
  return {command, [options] {
            std::vector<Line> lines;
            for (auto const& entry : mechanisms::registry())
              if ((!options->broken || entry.broken()) && (!options->local || entry.local)) lines.push_back(line_of(entry));
            if (options->json) print_json(lines);
            else print_table(lines);
            return ExitCode::not_refuted;
          }};
}

}  // namespace warner::cli
