#include "results/report/report.hpp"

#include <filesystem>
#include <regex>
#include <set>
#include <unistd.h>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "results/audit/audit.hpp"
#include "results/audit/file.hpp"
#include "tests/results/sample_record.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/folder.hpp"

namespace {

using namespace warner;
using results::read_file;
using results::write_file;
using results::write_report;
using tests::sample_record;
namespace fs = std::filesystem;

/// A folder of runs.
struct Folder : tests::Folder {
  void add(results::Record const& record, std::string const& file) const {
    write_file(path / "records" / file, to_json(record) + "\n");
  }
  std::string page() const { return read_file(write_report(path)); }
};

bool holds(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

constexpr auto figure_json = R"({"schema": "warner/figure/1", "title": "A <b>title</b>", "agreement_level": 1e-06,
  "comparisons": [{"what": "x <i>", "simulated": 1, "exact": 9, "lower": 0.5, "upper": 1.5}, {"what": "y", "simulated": 1, "exact": "inf", "lower": 0, "upper": "inf"}]})";

}  // namespace

TEST_CASE("the report shows text from files as text", "[results]") {
  Folder const folder;
  auto record = sample_record("<script>alert(1)</script>", "<img src=x onerror=alert(2)>");
  record.guarantee = "\"><script>alert(3)</script>";
  record.provenance.cpu = "<b>cpu</b>";
  record.parameters[0].first = "<u>";
  folder.add(record, "<a>\"b'.json");
  write_file(folder.path / "f&'<x>.json", figure_json);
  write_file(folder.path / "f&'<x>.txt", "A caption with <script>alert(4)</script>");
  write_file(folder.path / "f&'<x>.svg", "<svg viewBox=\"0 0 1 1\"><script>alert(5)</script><g id=\"a\"/></svg>");
  auto const page = folder.page();

  auto const body = page.substr(page.find("<body>"));
  auto const text = body.substr(0, body.find("<script>\n"));  // up to the page's own script
  CHECK_FALSE(holds(text, "<script"));
  CHECK_FALSE(holds(text, "<img src=x"));
  CHECK_FALSE(holds(text, "<b>cpu"));
  CHECK_FALSE(holds(text, "<u>"));
  CHECK_FALSE(holds(text, "<x>"));
  CHECK_FALSE(holds(text, "<b>title"));
  CHECK(holds(text, "<img src=\"data:image/svg+xml,%3Csvg viewBox=%220 0 1 1%22%3E%3Cscript%3Ealert(5)%3C/script%3E"));
  CHECK(holds(text, "&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST_CASE("the report counts what was refuted, what was not, and what was not expected", "[results]") {
  Folder const folder;
  folder.add(sample_record("sound"), "sound.json");
  folder.add(sample_record("flawed", "half the noise"), "flawed.json");
  auto const calm = folder.page();
  CHECK(holds(calm, "<b>2</b>audits"));
  CHECK(holds(calm, "<b>1</b>refuted"));
  CHECK(holds(calm, "<b>0</b>unexpected"));
  CHECK(holds(calm, "Every mechanism that is broken on purpose was refuted, and no true claim was."));
  CHECK(holds(calm,
              "Each bound is above the truth with probability at most 0.05. With probability at least 0.9 none of "
              "the 2 is: the levels add up to 0.1"));
  CHECK(calm == folder.page());

  auto escaped = sample_record("escaped", "a flaw that was missed");
  escaped.measurement.epsilon_lower_bound = 0.5;
  folder.add(escaped, "escaped.json");
  auto alarm = sample_record("alarm");
  alarm.measurement.epsilon_lower_bound = 1.5;
  folder.add(alarm, "alarm.json");
  auto false_claim = sample_record("false-claim");  // sound by itself, but asked about a claim that is not its own
  false_claim.claim.epsilon = 0.5;
  folder.add(false_claim, "false-claim.json");
  auto const alarmed = folder.page();
  CHECK(holds(alarmed, "<li class=\"alarm\"><b>2</b>unexpected"));
  CHECK(holds(alarmed, "alarm</a> (refuted, though nothing is known to be wrong with it)"));
  CHECK(holds(alarmed, "escaped</a> (broken, but not refuted)"));
  CHECK_FALSE(holds(alarmed, "false-claim</a> ("));
  CHECK(holds(alarmed, "1 is above the exact value"));
}

TEST_CASE("the report says what holds of bounds of several levels", "[results]") {
  Folder const folder;
  folder.add(sample_record("sound"), "sound.json");
  auto surer = sample_record("surer");
  surer.measurement.level = 1e-6;
  folder.add(surer, "surer.json");
  CHECK(holds(folder.page(),
              "Each bound is above the truth with probability at most its level; the levels run from "
              "1e-06 to 0.05. With probability at least 0.95 none of the 2 is"));
}

TEST_CASE("the report rounds bounds down, and knows no detectable epsilon where none was claimed", "[results]") {
  Folder const folder;
  auto record = sample_record("sound");
  record.measurement.epsilon_lower_bound = 0.99996;
  folder.add(record, "sound.json");
  CHECK(holds(folder.page(), ">0.9999</a>"));
  CHECK(holds(folder.page(), "data-label=\"detectable\" data-value=\"1.2\""));
  record.claimed_tradeoff = warner::mechanisms::all_at_once({{1, 0}, {0, 0.2}}, "both");
  record.detectable_epsilon.reset();
  folder.add(record, "sound.json");
  CHECK(holds(folder.page(), "data-label=\"detectable\" data-value=\"-1\""));
}

TEST_CASE("the report gathers figures, says where they disagree, and needs nothing else", "[results]") {
  Folder const folder;
  for (auto const* name : {"first", "second"}) {
    write_file(folder.path / (std::string{name} + ".json"), figure_json);
    write_file(folder.path / (std::string{name} + ".svg"),
               "<svg viewBox=\"0 0 1 1\"><g id=\"axes\" clip-path=\"url(#axes)\"/></svg>");
  }
  write_file(folder.path / "undrawn.json", figure_json);
  write_file(folder.path / "other.json", "{\"not\": \"a figure\"}");
  auto const page = folder.page();
  CHECK(holds(page, "<b>3</b>figures"));
  CHECK(holds(page, "1 of 2 comparisons with exact values disagree"));
  CHECK(holds(page, "x &lt;i&gt;: simulated 1, so within [0.5, 1.5]; exact 9"));
  CHECK(holds(page, "It was not drawn"));

  std::set<std::string> ids;
  std::regex const id{" id=\"([^\"]*)\""};
  for (auto it = std::sregex_iterator{page.begin(), page.end(), id}; it != std::sregex_iterator{}; ++it) {
    CAPTURE((*it)[1].str());
    CHECK(ids.insert((*it)[1]).second);
  }
  CHECK_FALSE(ids.contains("axes"));  // those of a drawing are its own
  for (auto const* fetched : {"http:", "https:", "<link", "@import", "url(http"}) {
    CAPTURE(fetched);
    CHECK_FALSE(holds(page, fetched));
  }
}

TEST_CASE("the report refuses what it can not read, and names the file", "[results]") {
  Folder const folder;
  CHECK_THROWS_WITH(write_report(folder.path), Catch::Contains("nothing to report"));
  CHECK_THROWS_WITH(write_report(folder.path / "nowhere"),
                    Catch::Contains("nowhere") && Catch::Contains("is no folder"));
  write_file(folder.path / "records/bad.json", "{\"schema\": \"warner/record/1\"}");
  CHECK_THROWS_WITH(write_report(folder.path), Catch::Contains("bad.json: record: has no 'mechanism'"));
  CHECK_FALSE(fs::exists(folder.path / "report.html"));
}

TEST_CASE("datasets beside records are no records, and what is no figure is passed over", "[results]") {
  Folder const folder;
  auto record = sample_record();
  record.external =
      results::External{.kind = "exec", .fingerprints = {}, .dataset_files = {"p.d.json", "p.d_prime.json"}};
  folder.add(record, "p.json");
  write_file(folder.path / "records/p.d.json", "[1, 2]\n");
  write_file(folder.path / "records/p.d_prime.json", "{\"schema\": \"warner/record/1\"}\n");
  write_file(folder.path / "other.json", "{\"schema\": 1}\n");
  CHECK(holds(folder.page(), "<b>1</b>audit<"));
  write_file(folder.path / "records/q.json", "[1, 2]\n");
  CHECK_THROWS_WITH(folder.page(), Catch::Contains("q.json: record: is not an object"));
}

TEST_CASE("every audit has a place of its own on the page", "[results]") {
  Folder const folder;
  folder.add(sample_record(), "x_1.json");
  folder.add(sample_record(), "x.1.json");
  auto const page = folder.page();
  for (auto const* id : {"id=\"audit-1\"", "id=\"audit-2\""}) {
    auto const at = page.find(id);
    REQUIRE(at != std::string::npos);
    CHECK(page.find(id, at + 1) == std::string::npos);
  }
}

TEST_CASE("a claim of rho is reported in its own currency", "[results]") {
  Folder const folder;
  results::Question asked{.mechanism = "laplace", .claim = mechanisms::ZeroConcentratedDp{0.1}};
  asked.options.budget = 20'000;
  auto const record = results::audit(asked);
  REQUIRE(record.refuted());
  folder.add(record, "l.json");
  auto const page = folder.page();
  CHECK(holds(page, "data-label=\"claim\" data-value=\"0.1\""));
  CHECK(holds(page, "<small>rho</small>"));
  CHECK(holds(page, "<dt>rho</dt><dd>at least 0."));
  CHECK(holds(page, "<b>0</b>unexpected"));
}
