#include <cstdlib>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "results/audit/file.hpp"
#include "results/audit/readable.hpp"
#include "results/suite/github.hpp"
#include "results/suite/gitlab.hpp"
#include "results/suite/junit.hpp"
#include "results/suite/markdown.hpp"
#include "results/suite/place.hpp"
#include "results/suite/run_json.hpp"
#include "results/suite/run_text.hpp"
#include "results/suite/sarif.hpp"
#include "tests/results/suite/sample_run.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace warner;
using Catch::Matchers::Contains;
using Json = nlohmann::json;
namespace fs = std::filesystem;

std::size_t count(std::string const& text, std::string const& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::pair<std::string, results::Run>> sample_runs() {
  auto green = tests::sample_run();
  green.outcomes = {green.outcomes[0], green.outcomes[4]};
  results::Run empty{.suite = "privacy.toml", .level = 1e-6, .started = "2026-11-23T01:47:37Z", .interrupted = true};
  return {{"sample", tests::sample_run()},
          {"nasty", tests::nasty_run()},
          {"long", tests::long_run(1000)},
          {"green", green},
          {"empty", empty}};
}

}  // namespace

TEST_CASE("every report is text that can be read, of any run", "[results][suite]") {
  for (auto const& [name, run] : sample_runs())
    for (auto const& text :
         {to_junit(run), to_sarif(run), to_gitlab(run), to_github(run), to_markdown(run), to_text(run)}) {
      CAPTURE(name, text.substr(0, 40));
      CHECK(results::readable(text) == text);
    }
}

TEST_CASE("JUnit: failed is a failure, not tested an error, inconclusive skipped", "[results][suite]") {
  auto const xml = to_junit(tests::sample_run());
  CHECK_THAT(xml, Contains(R"(<testsuites name="privacy.toml" tests="6" failures="2" errors="1" time="1.500">)"));
  CHECK_THAT(xml, Contains(R"(<testsuite name="counts" tests="5" failures="2" errors="1" skipped="0")"));
  CHECK_THAT(xml, Contains(R"(<testsuite name="privacy" tests="1" failures="0" errors="0" skipped="1")"));
  CHECK_THAT(xml, Contains(R"(timestamp="2026-11-23T01:47:37")"));
  CHECK_THAT(xml, Contains(R"(<testcase classname="counts" name="half the noise" time="0.125">)"));
  CHECK_THAT(xml, Contains(R"(<failure message="epsilon = 1 is refuted: epsilon is at least )"));
  CHECK_THAT(xml, Contains(R"(type="PureDpRefuted">)"));
  CHECK_THAT(xml, Contains("witness     says D when y[0] &lt; "));
  CHECK_THAT(xml, Contains(R"(<error message="epsilon = 1 was not tested: )"));
  CHECK_THAT(xml, Contains(R"(<skipped message="epsilon = 1 is not refuted, by 512 of 18,364 trials)"));
  CHECK(count(xml, "<testcase ") == 6);
  CHECK_THAT(xml, Contains("at most one build in 1,000,000 is red by chance"));
}

TEST_CASE("SARIF: a result for what failed or was not tested, with rule, place and fingerprint", "[results][suite]") {
  auto const run = tests::sample_run();
  auto const sarif = Json::parse(to_sarif(run))["runs"][0];
  auto const& results = sarif["results"];
  REQUIRE(results.size() == 3);
  CHECK(results[0]["ruleId"] == "WARNER001");
  CHECK(results[1]["ruleId"] == "WARNER020");
  CHECK(results[2]["ruleId"] == "WARNER009");
  for (auto const& result : results)
    CHECK(sarif["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
  auto const& place = results[0]["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "privacy.toml");
  CHECK(place["region"] == Json{{"startLine", 9}, {"startColumn", 1}});
  auto const message = results[0]["message"]["text"].get<std::string>();
  CHECK_THAT(message, Contains("half the noise: epsilon = 1 is refuted"));
  CHECK_THAT(message, Contains("again       warner check laplace"));
  CHECK_THAT(message, Contains("witness     says D when"));
  CHECK(sarif["invocations"][0]["executionSuccessful"] == true);
  CHECK(sarif["invocations"][0]["toolExecutionNotifications"].size() == 2);

  auto later = run;
  later.seconds = 9;
  for (auto& outcome : later.outcomes) outcome.trials += 100, outcome.place.line += 5;
  auto const again = Json::parse(to_sarif(later))["runs"][0]["results"];
  for (std::size_t i = 0; i < results.size(); ++i)
    CHECK(again[i]["partialFingerprints"] == results[i]["partialFingerprints"]);
}

TEST_CASE("GitLab: findings with a severity, a line and fingerprints that differ", "[results][suite]") {
  auto const list = Json::parse(to_gitlab(tests::sample_run()));
  REQUIRE(list.size() == 4);
  CHECK(list[0]["severity"] == "critical");
  CHECK(list[0]["check_name"] == "WARNER001");
  CHECK(list[0]["location"] == Json{{"path", "privacy.toml"}, {"lines", {{"begin", 9}}}});
  CHECK(list[1]["severity"] == "minor");
  CHECK(list[2]["severity"] == "major");
  std::set<std::string> fingerprints;
  auto const many = Json::parse(to_gitlab(tests::long_run(1000)));
  for (auto const& finding : many) fingerprints.insert(finding["fingerprint"].get<std::string>());
  CHECK(fingerprints.size() == 750);
  CHECK(to_gitlab(sample_runs()[3].second) == "[]\n");
}

TEST_CASE("GitHub: a command a line, escaped, and ten of a kind at most", "[results][suite]") {
  auto const lines = lines_of(to_github(tests::sample_run()));
  REQUIRE(lines.size() == 4);
  CHECK(
      lines[0].starts_with("::error file=privacy.toml,line=9,col=1,title=Privacy%3A half the noise::epsilon = 1 is "));
  CHECK(lines[3].starts_with("::warning file=privacy.toml,line=14,col=1,title=Privacy%3A slow one::"));
  auto const many = lines_of(to_github(tests::long_run(1000)));
  CHECK(many.size() == 20);
  CHECK(many[9] == "::error title=Privacy::491 more, which the log and the step's summary have");
  CHECK(many[19] == "::warning title=Privacy::241 more, which the log and the step's summary have");
  for (auto const& line : lines_of(to_github(tests::nasty_run()))) {
    CHECK(line.starts_with("::"));
    auto const properties = line.substr(0, line.find("::", 2));
    CHECK(count(properties, ",") == 3);  // file, line, col, title
    CHECK(count(properties, ":") == 2);
    CHECK_THAT(properties, Contains("a%250Ab%2C c%3A d"));
  }
  CHECK(to_github(sample_runs()[3].second).empty());
}

TEST_CASE("Markdown: what did not pass first, then all, below 1 MiB", "[results][suite]") {
  auto const page = to_markdown(tests::sample_run());
  CHECK_THAT(page, Contains("## Privacy: privacy.toml\n"));
  CHECK_THAT(page, Contains("### ✗ failed: half the noise\n"));
  CHECK_THAT(page, Contains("| ✓ passed | noisy count | epsilon = 1 | epsilon is at least "));
  CHECK(page.find("### ✗ failed: lost leak") < page.find("### ! not tested: crashes"));
  auto const longest = to_markdown(tests::long_run(10'000));
  CHECK(longest.size() < 1U << 20U);
  CHECK_THAT(longest, Contains(" more did not fit here."));
  auto const nasty = to_markdown(tests::nasty_run());
  for (auto const& line : lines_of(nasty)) {
    if (line.starts_with("| ")) CHECK(count(line, " | ") >= 5);
    if (line.starts_with("### ")) CHECK(line.find("<b>") == std::string::npos);
  }
  CHECK_THAT(nasty, Contains("`````text\n"));  // the name has a row of four ticks
}

TEST_CASE("places are named from the root of the repository", "[results][suite]") {
  auto name = (fs::temp_directory_path() / "warner-place-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()));
  fs::create_directories(fs::path{name} / ".git");
  fs::create_directories(fs::path{name} / "a" / "b");
  auto run = tests::sample_run();
  run.outcomes[0].place.file = "../privacy.toml";
  auto const named = results::in_repository(run, fs::path{name} / "a" / "b");
  CHECK(named.suite == "a/b/privacy.toml");
  CHECK(named.outcomes[0].place.file == "a/privacy.toml");
  CHECK(named.outcomes[1].place.file == "a/b/privacy.toml");
  fs::remove_all(fs::path{name} / ".git");
  CHECK(results::in_repository(run, fs::path{name} / "a").outcomes[1].place.file == "privacy.toml");
  fs::remove_all(name);
  CHECK(results::uri_of("a b/ä.toml") == "a%20b/%C3%A4.toml");
  CHECK(results::uri_of("/x/y.toml") == "file:///x/y.toml");
}

// For tests/results/check_suite_reports.py, which holds them to their schemas.
TEST_CASE("sample reports are written", "[.sample-reports]") {
  auto const* const folder = std::getenv("WARNER_SAMPLE_REPORTS");
  REQUIRE(folder);
  for (auto const& [name, run] : sample_runs()) {
    auto const file = [&, &name = name](char const* kind) { return fs::path{folder} / (name + "." + kind); };
    results::write_file(file("junit.xml"), to_junit(run));
    results::write_file(file("sarif"), to_sarif(run));
    results::write_file(file("gitlab.json"), to_gitlab(run));
    results::write_file(file("github.txt"), to_github(run));
    results::write_file(file("md"), to_markdown(run));
    results::write_file(file("run.json"), to_json(run));
    results::write_file(file("txt"), to_text(run));
  }
}
