#include "verify/search/search.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/game/sample.hpp"
#include "verify/learn/atom_counts.hpp"
#include "verify/learn/axes.hpp"
#include "verify/learn/cell_counts.hpp"
#include "verify/learn/fit_together.hpp"
#include "verify/learn/looks.hpp"
#include "verify/search/candidates.hpp"
#include "verify/search/plain_event.hpp"
#include "verify/search/rare_releases.hpp"
#include "verify/search/recount.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t bins_of_axis = 12;                     // a coordinate, besides symbols
constexpr std::size_t releases_of_a_cell = 4;                // releases of each dataset that one holds
constexpr std::uint64_t most_rare = std::uint64_t{1} << 17;  // releases of both datasets, of each round
constexpr std::uint64_t worth_keeping = 100'000;             // search trials: up to here all are kept
constexpr std::uint64_t two_lessons = 4 * lesson;            // of each dataset: one to learn, one to count what it said

/// The scores that came furthest; cuts of a feature are made anew wherever one looks.
std::vector<Score> learned_scores(std::vector<Candidate> const& named, Target const& target, double luck) {
  std::vector<Score> scores;
  for (auto const f : most_promising(named, target, luck, few, few))
    if (!named[f].cut_as_it_is && !std::holds_alternative<Likelihood>(named[f].score)) scores.push_back(named[f].score);
  return scores;
}

Score learned_on(RareReleases const& rare, std::size_t width, sim::Execution const& execution) {
  auto const d = rare.kept(sim::Arm::d), d_prime = rare.kept(sim::Arm::d_prime);
  mechanisms::ConstBatch const under_d{d.data(), d.size() / width, width},
      under_d_prime{d_prime.data(), d_prime.size() / width, width};
  return fitted_together(axes_of(under_d, under_d_prime, bins_of_axis, execution), under_d, under_d_prime);
}

/// A search as far as it has come.
class Race {
 public:
  /// Learns the candidates and counts them for the first time.
  Race(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options)
      : mechanism_{mechanism},
        pair_{pair},
        options_{options},
        next_replicate_{options.before.next_replicate},
        trials_{options.trials / 2},
        learning_{draw(trials_)},
        held_out_{draw(trials_)},
        candidates_{candidates_in(learning_, held_out_, mechanism, pair, options)} {
    luck_ = luck_of_the_best(candidates_, options.rivals);
    choose();
    if (!options.compares_pairs) plain_ = plainest_event(candidates_, options.target, chosen_.predicted_bound);
  }

  bool goes_on() const { return drawn_ + fewest_to_learn <= options_.most_trials && !candidates_.empty(); }

  /// Counts the more promising candidates on twice as many trials as before, or on all that are left.
  void count_again() {
    auto const promising = most_promising(named_, aim_, luck_, few, std::max(few, (candidates_.size() + 1) / 2));
    std::vector<Candidate> picked;
    for (auto const f : promising) picked.push_back(std::move(candidates_[f]));
    candidates_ = std::move(picked);
    auto const left = options_.most_trials - drawn_;
    auto const learns = left >= 2 * trials_;  // what is learned of this round is counted in another
    auto const range = next(learns ? trials_ : left);
    auto const best = std::ranges::find(promising, most_promising(named_, aim_, luck_, 1, 1).front());
    auto const by = static_cast<std::size_t>(best - promising.begin());
    auto const rare_kept = std::min(most_rare, most_numbers_kept / 4 / learning_.width);
    auto const rare = learns && learning_.width > 1 && 2 * trials_ >= rare_kept, cells = rare && counts_cells();
    if (rare) rare_.begin(candidates_[by], rare_kept, range);
    auto const whole = learns && counts_whole(2 * range.count());
    Onlooker onlooker{.candidate = by};
    if (rare || whole)
      onlooker.see = [&](std::uint64_t block, sim::Arm arm, mechanisms::ConstBatch releases,
                         std::span<double const> values) {
        if (rare) rare_.see(block, arm, releases, values);
        if (cells) cell_counts_->add(arm, releases);
        if (whole) atom_counts_->add(arm, releases);
      };
    if (options_.on_counted)
      onlooker.on_counted = [&, before = drawn_ - 2 * range.count()](std::uint64_t trials) {
        options_.on_counted(before + trials);
      };
    add(candidates_, recounted(candidates_, mechanism_, pair_, range, options_, onlooker));
    if (rare) enter(learned_on(rare_, learning_.width, options_.execution));
    if (cells) enter(fitted_together(*cell_counts_));
    if (whole && !atom_counts_->too_many()) enter(atom_counts_->atoms());
    choose();
    trials_ *= 2;
  }

  Found found() {
    auto const in_short = [&](Strategy strategy) {
      strategy.plain = plain_;
      return without_idle_atoms(std::move(strategy));
    };
    Found found{in_short(std::move(chosen_.strategy)),
                chosen_.predicted_bound,
                drawn_,
                {learned_scores(named_, aim_, luck_), next_replicate_}};
    if (options_.compares_pairs) return found;
    for (auto& strategy : worth_sharing_the_level(named_, options_.target, luck_))
      found.together.push_back(in_short(std::move(strategy)));
    return found;
  }

 private:
  sim::Replicates next(std::uint64_t trials) {
    sim::Replicates const range{next_replicate_, next_replicate_ + trials / 2};
    next_replicate_ += (trials / 2 + sim::block_size - 1) / sim::block_size * sim::block_size;
    drawn_ += range.count() * 2;
    return range;
  }
  Sample draw(std::uint64_t trials) {
    auto sample = draw_sample(mechanism_, pair_, next(trials), options_.seed, options_.generator, options_.execution);
    if (options_.on_counted) options_.on_counted(drawn_);
    return sample;
  }
  void enter(Score const& score) { candidates_.push_back(counted_on(held_out_, score, mechanism_, pair_)); }

  /// Whether so many releases lie in a cell that counting cells says more than the releases kept.
  /// A glance tells where they are mostly alone in theirs: then a further one is new as often as not [G53].
  bool counts_cells() {
    if (cells_repay_) return *cells_repay_;
    auto const axes = axes_of(learning_.releases_d(), learning_.releases_d_prime(), bins_of_axis, options_.execution);
    auto const counted = [&](Sample const& sample) -> CellCounts& {
      auto& counts = cell_counts_.emplace(axes);
      counts.add(sim::Arm::d, sample.releases_d());
      counts.add(sim::Arm::d_prime, sample.releases_d_prime());
      return counts;
    };
    auto const some = first_of(learning_, glance);
    auto const alone =
        std::ranges::count(counted(some).cells(), 1, [](Cell const& cell) { return cell.d + cell.d_prime; });
    cells_repay_ = static_cast<std::size_t>(alone) <= some.per_arm &&
                   counted(learning_).cells().size() <= learning_.per_arm / releases_of_a_cell;
    if (!*cells_repay_) cell_counts_.reset();
    return *cells_repay_;
  }

  /// Whether so many more releases can be counted whole, and whether that may be worth it: a table of releases is one
  /// of the few most promising scores as far as it is known.
  bool counts_whole(std::uint64_t more) {
    auto const is_table = [&](std::size_t f) { return std::holds_alternative<Atoms>(named_[f].score); };
    if (std::ranges::none_of(most_promising(named_, aim_, luck_, few, few), is_table)) return false;
    if (!atom_counts_) {
      atom_counts_.emplace(learning_.width, std::min<std::size_t>(most_atoms, most_numbers_kept / learning_.width));
      atom_counts_->add(sim::Arm::d, learning_.releases_d());
      atom_counts_->add(sim::Arm::d_prime, learning_.releases_d_prime());
    }
    return atom_counts_->has_room_for(more);
  }

  /// Against what is claimed; where nothing contradicts that, what shows the most of epsilon.
  void choose() {
    aim_ = options_.target;
    choose_for_aim();
    auto const silent = chosen_.strategy.directions() == 0;
    if (!silent || aim_.claimed.empty() || options_.compares_pairs) return;  // pairs compare by one currency
    aim_.claimed.clear();
    choose_for_aim();
  }
  void choose_for_aim() {
    named_ = with_events(candidates_, aim_, options_.execution);
    chosen_ = selected_at_all(named_, aim_, luck_);
  }

  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Pair const& pair_;
  SearchOptions const& options_;
  Target aim_ = options_.target;
  std::uint64_t next_replicate_, drawn_ = 0, trials_;  // trials_: of the next round
  Sample learning_, held_out_;
  std::vector<Candidate> candidates_, named_{};
  double luck_ = 0;
  Selected chosen_{};
  std::optional<PlainEvent> plain_{};
  RareReleases rare_{learning_.width};
  std::optional<bool> cells_repay_{};
  std::optional<CellCounts> cell_counts_{};
  std::optional<AtomCounts> atom_counts_{};
};

}  // namespace

Found search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  if (options.trials < fewest_to_learn || options.target.trials == 0) {
    auto const nothing = selected({}, options.target, 0);
    return {nothing.strategy, nothing.predicted_bound, 0, options.before};
  }
  Race race{mechanism, pair, options};
  while (race.goes_on()) race.count_again();
  return race.found();
}

std::uint64_t kept_of(std::uint64_t most) {
  return std::min(two_lessons, std::max(most / 6, std::min(most, worth_keeping)));
}

SearchOptions within(SearchOptions options, std::uint64_t most) {
  if (most == options.most_trials) return options;  // a part is rounded
  auto const all = std::max<std::uint64_t>(options.most_trials, 1);
  auto const part = static_cast<double>(options.trials) / static_cast<double>(all);
  auto const as_much = static_cast<std::uint64_t>(part * static_cast<double>(most));
  options.trials = std::min(options.trials, std::max(as_much, most / 6));
  options.most_trials = most;
  return options;
}

double predicted_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, SearchOptions const& options) {
  auto const candidates = candidates_in(learning, held_out, mechanism, pair, options);
  return selected(with_events(candidates, options.target, options.execution), options.target,
                  luck_of_the_best(candidates, options.rivals))
      .predicted_bound;
}

Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                   mechanisms::Pair const& pair, SearchOptions const& options) {
  auto const candidates = candidates_in(learning, held_out, mechanism, pair, options);
  auto chosen = selected_at_all(with_events(candidates, options.target, options.execution), options.target,
                                luck_of_the_best(candidates));
  chosen.strategy.plain = plainest_event(candidates, options.target, chosen.predicted_bound);
  return std::move(chosen.strategy);
}

}  // namespace warner::verify
