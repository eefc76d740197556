#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/verb.hpp"
#include "mechanisms/catalogue/registry.hpp"

namespace warner::cli {
namespace {

using mechanisms::Entry;

struct Options {
  std::vector<std::string> named;
  bool broken = false, local = false, json = false, names = false, markdown = false, claims = false;
};

struct Line {
  Entry const* entry;
  std::string claim;
  std::optional<double> exact;  // of the default pair, at the claim's delta
};

Line line_of(Entry const& entry) {
  auto const instance = mechanisms::make(entry, {});
  auto const guarantee = instance.mechanism.guarantee();
  return {&entry, mechanisms::describe(guarantee),
          instance.mechanism.exact_epsilon(instance.pairs.front(), mechanisms::usual_delta(guarantee))};
}

std::string words(std::optional<double> exact) { return exact ? fmt::format("{:.6g}", *exact) : "open"; }

std::string parameters_of(Entry const& entry) {
  std::string text;
  for (auto const& parameter : entry.parameters)
    text +=
        (text.empty() ? "" : ", ") +
        (parameter.default_value ? fmt::format("{} [{}]", parameter.name, *parameter.default_value) : parameter.name);
  return text;
}

/// One a line, with what each means.
std::string parameters_explained(Entry const& entry) {
  std::string text;
  for (auto const& parameter : entry.parameters)
    text += fmt::format("{}{} [{}]: {}", text.empty() ? "" : "\n                ", parameter.name,
                        parameter.default_value ? fmt::format("{}", *parameter.default_value) : "follows",
                        parameter.meaning);
  return text.empty() ? "none" : text;
}

void print_table(std::vector<Line> const& lines, std::string (*parameters)(Entry const&)) {
  for (auto const& line : lines) {
    std::cout << fmt::format("{}\n    {}\n", line.entry->name, line.entry->summary);
    std::cout << fmt::format(
        "    release     {}\n    parameters  {}\n    claim       {}\n    exact       epsilon = {} on the default "
        "pair\n",
        line.entry->release, parameters(*line.entry), line.claim, words(line.exact));
    if (line.entry->broken()) std::cout << fmt::format("    flaw        {}\n", line.entry->flaw);
    std::cout << fmt::format("    reference   {}\n", line.entry->reference);
  }
}

void print_json(std::vector<Line> const& lines) {
  auto document = nlohmann::ordered_json::array();
  for (auto const& line : lines) {
    nlohmann::ordered_json item{
        {"name", line.entry->name}, {"summary", line.entry->summary}, {"release", line.entry->release}};
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
    item["budget"] = line.entry->budget;
    document.push_back(item);
  }
  std::cout << document.dump(2) << '\n';
}

/// One part of docs/mechanisms.md.
void print_section(std::string const& title, std::vector<Line> const& lines, bool (*belongs)(Entry const&)) {
  std::cout << "\n## " << title << '\n';
  for (auto const& line : lines) {
    auto const& entry = *line.entry;
    if (!belongs(entry)) continue;
    std::cout << fmt::format("\n### `{}`{}\n\n{}.{}\n\n", entry.name,
                             entry.alias.empty() ? "" : fmt::format(" (also `{}`)", entry.alias), entry.summary,
                             entry.broken() ? fmt::format(" **Flaw:** {}.", entry.flaw) : "");
    std::cout << fmt::format("Releases `{}`; claims {}; exact epsilon of the default pair: {}. [{}]\n", entry.release,
                             line.claim, words(line.exact), entry.reference);
    if (!entry.out_of_reach.empty())
      std::cout << fmt::format("\nOut of reach of ordinary budgets: {}.\n", entry.out_of_reach);
    if (entry.budget != Entry{}.budget) std::cout << fmt::format("\nDefault budget: {:g} trials.\n", entry.budget);
    if (entry.parameters.empty()) continue;
    std::cout << "\n| parameter | default | meaning |\n| --- | --- | --- |\n";
    for (auto const& parameter : entry.parameters)
      std::cout << fmt::format("| `{}` | {} | {} |\n", parameter.name,
                               parameter.default_value ? fmt::format("{:.12g}", *parameter.default_value) : "follows",
                               parameter.meaning);
  }
}

void print_markdown(std::vector<Line> const& lines) {
  std::cout << "# Mechanisms\n\nMade by `warner list --markdown`; a test keeps it fresh. Keys in brackets are those of "
               "references.bib. The exact epsilon is that of the\n"
               "first pair, at the delta of the claim; `open` where nobody knows it.\n";
  print_section("Central model", lines, [](Entry const& e) { return !e.broken() && !e.local; });
  print_section("Local model", lines, [](Entry const& e) { return !e.broken() && e.local; });
  print_section("Broken on purpose", lines, [](Entry const& e) { return e.broken(); });
}

/// A way to claim something, with a command line that does.
struct ClaimExample {
  char const* what;
  char const* command;
};

/// One of each Guarantee, and of each way to name one; a test runs them all.
constexpr std::array claim_examples{
    ClaimExample{"pure DP", "warner check laplace --claim-epsilon 1"},
    ClaimExample{"approximate DP", "warner measure gaussian --claim-epsilon 1 --claim-delta 1e-5"},
    ClaimExample{"Gaussian DP, whole", "warner check gaussian-analytic --sigma 1 --claim-mu 1"},
    ClaimExample{"Gaussian DP, by its epsilon at a delta",
                 "warner measure gaussian-analytic --sigma 1 --claim-mu 1 --claim-delta 1e-3"},
    ClaimExample{"zero-concentrated DP, whole", "warner check gaussian-analytic --sigma 1 --claim-rho 0.45"},
    ClaimExample{"zero-concentrated DP, as far as two guesses show it",
                 "warner measure permute-and-flip --claim-rho 0.5"},
    ClaimExample{"Renyi DP of one order", "warner check laplace --claim-rdp 2:0.6192"},
    ClaimExample{"Renyi DP of several orders", "warner measure laplace --claim-rdp 2:0.6192 --claim-rdp 8:0.9102"},
    ClaimExample{"a trade-off function, by points that all hold",
                 "warner check laplace --claim-tradeoff '1:0,0.5:0.2'"},
    ClaimExample{"a trade-off function, as private as releases (the grammar of `warner compose`)",
                 "warner check laplace --claim-tradeoff 'laplace epsilon=0.5 x2; gaussian sigma=2'"},
    ClaimExample{"the same of subsampled releases",
                 "warner check subsampled-gaussian --q 0.25 --claim-tradeoff 'subsampled-gaussian q=0.1 sigma=1 x2'"},
    ClaimExample{
        "several at once: refuted where any is",
        "warner check gaussian-analytic --sigma 1 --claim-epsilon 6 --claim-delta 1e-5 --claim-mu 0.9 --claim-rho 0.5"},
    ClaimExample{"what a claim takes to be refuted", "warner plan --claim-rho 0.125 --violation 0.2"},
};

void print_claims(bool json) {
  if (json) {
    auto document = nlohmann::ordered_json::array();
    for (auto const& [what, command] : claim_examples) document.push_back({{"claim", what}, {"example", command}});
    std::cout << document.dump(2) << '\n';
    return;
  }
  for (auto const& [what, command] : claim_examples) std::cout << fmt::format("{}\n    {}\n", what, command);
}

}  // namespace

Verb add_list(Command& app) {
  auto command =
      app.add_subcommand("list", "Mechanisms, their parameters, claims, and the true epsilon where it is known");
  auto const options = std::make_shared<Options>();
  command.add_option("mechanism", options->named, "Only these, and what their parameters mean").type_name("NAME");
  command.add_flag("--broken", options->broken, "Only those that are broken on purpose");
  command.add_flag("--local", options->local, "Only those of the local model");
  auto const json = command.add_flag("--json", options->json, "As JSON");
  command
      .add_flag("--names", options->names,
                "Their names alone, one a line: for m in $(warner list --names); do warner measure $m; done")
      .excludes(json);
  command.add_flag("--markdown", options->markdown, "As docs/mechanisms.md");
  command.add_flag("--claims", options->claims,
                   "What can be claimed in place of a mechanism's own guarantee: a command line for each way");
  return {command, [options] {
            if (options->claims) return print_claims(options->json), ExitCode::not_refuted;
            std::vector<Line> lines;
            std::set<Entry const*> named;
            for (auto const& name : options->named) named.insert(&mechanisms::find(name));
            for (auto const& entry : mechanisms::registry()) {
              if (!named.empty() && !named.contains(&entry)) continue;
              if ((options->broken && !entry.broken()) || (options->local && !entry.local)) continue;
              if (options->names) std::cout << entry.name << '\n';
              else lines.push_back(line_of(entry));
            }
            if (options->names) return ExitCode::not_refuted;
            if (options->markdown) print_markdown(lines);
            else if (options->json) print_json(lines);
            else print_table(lines, named.empty() ? parameters_of : parameters_explained);
            return ExitCode::not_refuted;
          }};
}

}  // namespace warner::cli
