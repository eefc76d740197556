#include "mechanisms/catalogue/lengths.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms {
namespace {

/// One mechanism for each length of a dataset, all of which promise the same.
class ByLength {
 public:
  ByLength(Guarantee promise, std::map<std::size_t, AnyMechanism> of)
      : promise_{std::move(promise)}, of_{std::move(of)} {}

  std::vector<Column> columns(Dataset const& dataset) const { return at(dataset).columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    at(dataset).release(dataset, stream, out);
  }
  Guarantee guarantee() const { return promise_; }
  bool has_density() const {
    return std::ranges::all_of(of_, [](auto const& one) { return one.second.has_density(); });
  }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    at(dataset).log_density(dataset, releases, out);
  }
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const {
    return at(pair.d).exact_epsilon(pair, delta);
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const { return at(pair.d).privacy(pair); }
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    return at(dataset).counter(dataset, edges);
  }

 private:
  AnyMechanism const& at(Dataset const& dataset) const {
    auto const found = of_.find(dataset.size());
    require(found != of_.end(),
            fmt::format("dataset: {} answers are none of the lengths that were asked for", dataset.size()));
    return found->second;
  }

  Guarantee promise_;
  std::map<std::size_t, AnyMechanism> of_;
};

Answers const* answers_of(Instance const& instance) {
  auto const* answers = instance.domain ? std::get_if<Answers>(&*instance.domain) : nullptr;
  return answers && !answers->length.empty() ? answers : nullptr;
}

ParameterValues with(ParameterValues values, std::string const& name, std::size_t length) {
  values[name] = static_cast<double>(length);
  return values;
}

bool promise_the_same(Guarantee const& one, Guarantee const& other) {
  if (one.index() != other.index() || describe(one) != describe(other)) return false;
  auto const delta = usual_delta(one);
  return delta == usual_delta(other) &&
         statement_at(one, delta).epsilon == statement_at(other, delta).epsilon;  // to the last digit, too
}

}  // namespace

OfLengths make_of_lengths(Entry const& entry, ParameterValues const& values, std::span<std::size_t const> lengths) {
  require(!lengths.empty(), "length: there is none");
  auto const usual = make(entry, values);
  auto const* answers = answers_of(usual);
  require(answers, fmt::format("length: the datasets of {} have one length", entry.name));
  require(!values.contains(answers->length),
          fmt::format("length: {} = {} names it already", answers->length, answers->n));
  std::vector<Instance> instances;
  std::map<std::size_t, AnyMechanism> of;
  for (auto const length : lengths) {
    instances.push_back(make(entry, with(values, answers->length, length)));
    auto const promised = instances.front().mechanism.guarantee(), here = instances.back().mechanism.guarantee();
    require(promise_the_same(promised, here),
            fmt::format("length: {} promises {} for {} answers, and {} for {} (audit one length at a time)", entry.name,
                        describe(promised), lengths.front(), describe(here), length));
    require(of.emplace(length, instances.back().mechanism).second, fmt::format("length: {} is named twice", length));
  }
  return {ByLength{instances.front().mechanism.guarantee(), std::move(of)}, std::move(instances)};
}

std::vector<std::size_t> lengths_worth_trying(Entry const& entry, ParameterValues const& values) {
  auto const usual = make(entry, values);
  auto const* answers = answers_of(usual);
  if (!answers || values.contains(answers->length)) return {};
  std::vector<std::size_t> lengths{answers->n};
  for (auto const length : {std::size_t{1}, std::size_t{2}, 2 * answers->n}) {
    if (std::ranges::find(lengths, length) != lengths.end()) continue;
    try {
      if (promise_the_same(make(entry, with(values, answers->length, length)).mechanism.guarantee(),
                           usual.mechanism.guarantee()))
        lengths.push_back(length);
    } catch (std::invalid_argument const&) {
      // an entry that takes no vectors of this length
    }
  }
  return lengths;
}

}  // namespace warner::mechanisms
