// CSV and JSON as tables: what is read is a list of rows in JSON that is read again; its neighbours are few, and JSON.
#include <algorithm>
#include <string>
#include <vector>

#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/data/neighbours.hpp"
#include "mechanisms/external/data/read_table.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::mechanisms;
using namespace warner::mechanisms::external;
using namespace warner::tests;

namespace {

std::string rows_of(Table const& table) {
  std::vector<std::string> rows;
  for (auto const& row : table.rows) rows.push_back(json_of(table, row));
  return json_of(rows);
}

void look_at(Table const& table) {
  auto const text = rows_of(table);
  must(is_json(text), "a table is JSON");
  must(items_in(text) == table.rows.size(), "each row is an item");
  for (auto const relation : {Relation::add_remove, Relation::substitute}) {
    auto const made = neighbours_of(table, {.relation = relation, .most_pairs = 8, .most_bytes = 1 << 16});
    must(made.pairs.size() <= 8, "no more pairs than were asked for");
    must(std::ranges::all_of(made.datasets, [](auto const& dataset) { return is_json(dataset); }), "datasets are JSON");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const text = text_of(data, size);
  if (auto const table = accepted([&] { return table_from_csv(text, "fuzz.csv"); })) look_at(*table);
  if (auto const table = accepted([&] { return table_from_json(text, "fuzz.json"); })) look_at(*table);
  if (auto const dataset = accepted([&] { return dataset_of_file(std::string{text}, "fuzz.json"); })) {
    must(is_json(*dataset) && dataset->find('\n') == std::string::npos, "a dataset is JSON on one line");
    must(compact(compact(*dataset)) == compact(*dataset), "what is compact stays so");
  }
  return 0;
}
