#include "results/figures/census/census.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "results/figures/census/marginals.hpp"
#include "tests/support/catch.hpp"

using namespace warner::results;

namespace {

auto at_least_forty(Census const& census) {
  auto const ages = census.ages();
  return std::ranges::count_if(ages, [](int age) { return age >= 40; });
}

auto in_sales(Census const& census) { return std::ranges::count(census.column("occupation"), "Sales"); }

std::map<std::string, std::uint32_t> counts_of(std::vector<std::string> const& values) {
  std::map<std::string, std::uint32_t> counts;
  for (auto const& value : values) ++counts[value];
  return counts;
}

constexpr auto original =  // the clothes of adult.data: no header, comma and space, a blank line at the end
    "39, State-gov, 77516, Bachelors, 13, Never-married, Sales, Not-in-family, White, Male, 2174, 0, 40, "
    "United-States, <=50K\n"
    "50, ?, 83311, Bachelors, 13, Married-civ-spouse, ?, Husband, White, Male, 0, 0, 13, ?, >50K\n\n";

}  // namespace

TEST_CASE("adult.data has no header, spaces after commas and a blank last line", "[results]") {
  auto const census = parse_census(original, "adult.data");
  CHECK(census.rows() == 2);
  CHECK(census.malformed == 0);
  CHECK(census.ages() == std::vector<int>{39, 50});
  CHECK(census.column("income") == std::vector<std::string>{"<=50K", ">50K"});
  CHECK(is_missing(census.column("workclass")[1]));
  CHECK(in_sales(census) == 1);
}

TEST_CASE("headers of the revised file are known by any case, spaces or hyphens; a quoted field may hold commas",
          "[results]") {
  auto const census = parse_census(
      "\xEF\xBB\xBFName,Marital Status,Education-Num,OCCUPATION,Country,Target,Age\r\n"
      "\"Ashby, Ann\",Divorced,9,Sales,Cuba,<=50K,61\r\n",
      "revised.csv");
  CHECK(census.column("name").front() == "Ashby, Ann");
  CHECK(census.column("marital_status").front() == "Divorced");
  CHECK(census.column("education_num").front() == "9");
  CHECK(census.column("native_country").front() == "Cuba");
  CHECK(census.column("income").front() == "<=50K");
  CHECK(census.ages() == std::vector<int>{61});
}

TEST_CASE("short and long lines and ages that are none are counted, and the first few named", "[results]") {
  auto const census = parse_census(
      "age,occupation\n40,Sales\n41\n42,Sales,extra\nold,Sales\n?,Sales\n50,\"split\nover lines\"\n,Sales\n", "x.csv");
  CHECK(census.malformed == 3);
  CHECK(census.malformed_lines == std::vector<std::uint64_t>{3, 4, 5});
  CHECK(census.ages() == std::vector<int>{40, -1, 50, -1});

  std::string many = "age\n40\n";
  for (int i = 0; i < 20; ++i) many += "1,2\n";
  auto const reported = parse_census(many, "y.csv");
  CHECK(reported.malformed == 20);
  CHECK(reported.malformed_lines.size() == 5);
}

TEST_CASE("what is no census is refused, by name and reason", "[results]") {
  using Catch::Contains;
  CHECK_THROWS_WITH(parse_census("", "f.csv"), Contains("f.csv") && Contains("empty"));
  CHECK_THROWS_WITH(parse_census(std::string(4096, '\0'), "f.csv"), Contains("f.csv") && Contains("NUL"));
  CHECK_THROWS_WITH(parse_census("age,occupation\n", "f.csv"), Contains("no row"));
  CHECK_THROWS_WITH(parse_census("age,occupation\n1\n2\n", "f.csv"), Contains("none of its 2 rows"));
  CHECK_THROWS_WITH(parse_census("\n\n \n", "f.csv"), Contains("f.csv"));
  CHECK_THROWS_WITH(parse_census("sex,occupation\nMale,Sales\n", "f.csv"), Contains("no age column"));
  CHECK_THROWS_WITH(parse_census("age\n40\n", "f.csv").column("occupation"),
                    Contains("f.csv") && Contains("occupation"));
  CHECK_THROWS_WITH(read_census("no/such/file.csv"), Contains("no/such/file.csv"));
  CHECK_THROWS_WITH(read_census(std::filesystem::temp_directory_path()),
                    Contains(std::filesystem::temp_directory_path().string()));
  CHECK_THROWS_AS(read_census("no/such/file.csv"), std::invalid_argument);
}

TEST_CASE("the synthetic census has the one-way counts of UCI Adult", "[results]") {
  auto const census = synthetic_census(1);
  CHECK(census.rows() == 32'561);
  CHECK(at_least_forty(census) == 14'237);
  CHECK(in_sales(census) == 3'650);
  auto const ages = census.ages();
  CHECK(std::accumulate(ages.begin(), ages.end(), 0) == 1'256'257);
  CHECK(*std::ranges::min_element(ages) == 17);
  CHECK(*std::ranges::max_element(ages) == 90);
  CHECK(std::ranges::count(census.column("occupation"), "?") == 1'843);
  CHECK(std::ranges::count(census.column("income"), "<=50K") == 24'720);
  for (auto const& [column, counts] : marginals()) {
    if (column == "education") continue;  // pairs
    std::map<std::string, std::uint32_t> expected;
    for (auto const& [value, count] : counts) expected[std::string{value}] = count;
    CHECK(counts_of(census.column(column)) == expected);
  }
  CHECK(counts_of(census.column("education"))["HS-grad"] == 10'501);
  for (std::size_t i = 0; i < census.rows(); ++i)
    if ((census.column("education")[i] == "HS-grad") != (census.column("education_num")[i] == "9"))
      FAIL("education and its years came apart");
}

TEST_CASE("the synthetic census is a function of its seed", "[results]") {
  auto const one = synthetic_census(1), again = synthetic_census(1), two = synthetic_census(2);
  CHECK(one.columns == again.columns);
  CHECK(one.column("age") != two.column("age"));
  CHECK(one.column("name") != two.column("name"));
}

// Level 1e-6: the number of people who are both 40 or older and in sales is hypergeometric with mean 1595.9 and
// deviation 28.3; six deviations are 1.2e-9 in either tail. In UCI's own order (not permuted, sorted by value) it would
// be 0 or 3650.
TEST_CASE("the columns of the synthetic census are independent orders", "[results]") {
  auto const census = synthetic_census(3);
  auto const ages = census.ages();
  auto const& occupations = census.column("occupation");
  auto both = 0;
  for (std::size_t i = 0; i < ages.size(); ++i) both += ages[i] >= 40 && occupations[i] == "Sales";
  CHECK(std::abs(both - 1595.9) < 6 * 28.3);
}

TEST_CASE("invented names are all different", "[results]") {
  auto const names = invented_names(1'000'000, 1);
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  CHECK_THROWS_AS(invented_names(1'000'001, 1), std::invalid_argument);
}

TEST_CASE("UCI Adult itself, where it is at hand", "[results]") {
  auto const path = std::filesystem::path{WARNER_DATA} / "adult.csv";
  if (!std::filesystem::exists(path)) WARNER_SKIP("adult.csv is not there (WARNER_DATA names its folder)");
  auto const census = read_census(path), synthetic = synthetic_census(1);
  CHECK(census.source == "adult.csv");
  CHECK(census.rows() == 32'561);
  CHECK(census.malformed == 0);
  CHECK(at_least_forty(census) == 14'237);
  CHECK(in_sales(census) == 3'650);
  auto const ages = census.ages();
  CHECK(std::accumulate(ages.begin(), ages.end(), 0) == 1'256'257);
  for (auto const& [name, values] : census.columns)
    if (name != "fnlwgt") CHECK(counts_of(values) == counts_of(synthetic.column(name)));
}
