#include "results/journal/journal.hpp"

#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "results/audit/file.hpp"
#include "results/journal/entries.hpp"
#include "sim/ranks.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

constexpr std::string_view format = "warner/journal/1";

std::string head_of(RunName const& run) {
  Json head{{"schema", format}};
  head.update(json_of(run));
  return dumped(head);
}

Kept read(EntryFile const& file, RunName const& run, std::string const& name) {
  Kept kept;
  for (auto const& text : file.entries()) {
    auto const document = parse_json(text);
    JsonReader const json{document, "entry"};
    if (&text != &file.entries().front()) {
      add_entry(kept, json);
      continue;
    }
    json["schema"].check(json["schema"].text() == format, fmt::format("is not {}", format));
    require_same(run_from(json), run, name);
  }
  return kept;
}

}  // namespace

Journal::Journal(std::filesystem::path const& path, RunName const& run, Share share, std::ostream& notes) {
  if (!sim::speaks()) {  // the first rank knows, and tells
    ledger_ = std::make_unique<Ledger>(Kept{}, share);
    return;
  }
  file_ = std::make_unique<EntryFile>(path, head_of(run));
  auto kept = made_of(path, {}, [&](auto const&) { return read(*file_, run, "the journal"); });
  if (file_->unfinished() > 0)
    notes << fmt::format("warner: {}: {} bytes of an unfinished entry are cut off\n", path.string(),
                         file_->unfinished());
  file_->start();
  ledger_ =
      std::make_unique<Ledger>(std::move(kept), share,
                               Listener{[file = file_.get()](std::string const& name, std::string const& text) {
                                          file->append(dumped(json_of(name, text)));
                                          file->sync();
                                        },
                                        [file = file_.get()](sim::Reduction const& reduction, sim::Piece const& piece) {
                                          file->append(dumped(json_of(reduction, piece)));
                                        }});
}

Journal::~Journal() {
  if (file_) file_->sync_if_possible();
}

}  // namespace warner::results
