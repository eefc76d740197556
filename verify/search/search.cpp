#include "verify/search/search.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/game/sample.hpp"
#include "verify/learn/atom_counts.hpp"
#include "verify/learn/fit_together.hpp"
#include "verify/learn/histogram_grid.hpp"
#include "verify/search/candidates.hpp"
#include "verify/search/plain_event.hpp"
#include "verify/search/rare_releases.hpp"
#include "verify/search/recount.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t bins_of_grid = 12;  // a coordinate, besides symbols
constexpr std::size_t glance = 4096;      // releases of each dataset that tell whether cells repeat
/// Releases of a cell from which counting cells says more than the releases kept.
constexpr std::size_t cells_repay = 4;
constexpr std::uint64_t most_rare = std::uint64_t{1} << 17;  // releases of both datasets
constexpr std::size_t few = 4;                               // scores, which cost little to count beside drawing

/// The scores that came furthest; cuts of a feature are made anew wherever one looks.
std::vector<Score> learned_scores(std::vector<Candidate> const& named, Target const& target, double luck) {
  std::vector<Score> scores;
  for (auto const f : most_promising(named, target, luck, few))
    if (!named[f].cut_as_it_is && !std::holds_alternative<Likelihood>(named[f].score)) scores.push_back(named[f].score);
  return scores;
}

Score learned_on(RareReleases const& rare, std::size_t width, sim::Execution const& execution) {
  auto const d = rare.kept(sim::Arm::d), d_prime = rare.kept(sim::Arm::d_prime);
  mechanisms::ConstBatch const under_d{d.data(), d.size() / width, width},
      under_d_prime{d_prime.data(), d_prime.size() / width, width};
  HistogramGrid const grid{under_d, under_d_prime, bins_of_grid, execution};
  return fitted_together(grid, under_d, under_d_prime);
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
    if (learning_.width > 1 && options.cell_trials > 0) learn_from_cells();
    luck_ = luck_of_the_best(candidates_, options.rivals);
    choose();
    if (!options.compares_pairs) plain_ = plainest_event(candidates_, options.target, chosen_.predicted_bound);
  }

  bool goes_on() const { return drawn_ + 4 <= options_.most_trials && !candidates_.empty(); }

  /// Counts the more promising candidates on twice as many trials as before, or on all that are left.
  void count_again() {
    auto const promising = most_promising(named_, options_.target, luck_, std::max(few, (candidates_.size() + 1) / 2));
    std::vector<Candidate> picked;
    for (auto const f : promising) picked.push_back(std::move(candidates_[f]));
    candidates_ = std::move(picked);
    auto const left = options_.most_trials - drawn_;
    auto const range = next(left < 2 * trials_ ? left : trials_);
    auto const goes_on_after = left >= 2 * trials_;  // so that what is learned of this round is counted in another
    auto const rare_kept = std::min(most_rare, most_numbers_kept / learning_.width);
    std::optional<RareReleases> rare;
    std::size_t by = 0;
    if (learning_.width > 1 && 2 * trials_ >= rare_kept && goes_on_after) {
      auto const best = std::ranges::find(promising, most_promising(named_, options_.target, luck_, 1).front());
      by = static_cast<std::size_t>(best - promising.begin());
      rare.emplace(candidates_, by, learning_.width, rare_kept, range);
    }
    auto const whole = goes_on_after && counts_whole(2 * range.count());
    Onlooker const onlooker{
        by, [&](std::uint64_t block, sim::Arm arm, mechanisms::ConstBatch releases, std::span<double const> values) {
          if (rare) rare->see(block, arm, releases, values);
          if (whole) atom_counts_->add(arm, releases);
        }};
    add(candidates_, recounted(candidates_, mechanism_, pair_, range, options_, rare || whole ? onlooker : Onlooker{}));
    if (rare) enter(learned_on(*rare, learning_.width, options_.execution));
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
                {learned_scores(named_, options_.target, luck_), next_replicate_}};
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
    return draw_sample(mechanism_, pair_, next(trials), options_.seed, options_.generator, options_.execution);
  }
  void enter(Score const& score) { candidates_.push_back(counted_on(held_out_, score, mechanism_, pair_)); }

  /// Whether so many more releases can be counted whole, and whether that may be worth it: a table of releases is one
  /// of the few most promising scores as far as it is known.
  bool counts_whole(std::uint64_t more) {
    auto const is_table = [&](std::size_t f) { return std::holds_alternative<Atoms>(named_[f].score); };
    if (std::ranges::none_of(most_promising(named_, options_.target, luck_, few), is_table)) return false;
    if (!atom_counts_) {
      atom_counts_.emplace(learning_.width, std::min<std::size_t>(most_atoms, most_numbers_kept / learning_.width));
      atom_counts_->add(sim::Arm::d, learning_.releases_d());
      atom_counts_->add(sim::Arm::d_prime, learning_.releases_d_prime());
    }
    return atom_counts_->has_room_for(more);
  }

  void choose() {
    named_ = with_events(candidates_, options_.target, options_.execution);
    chosen_ = selected_at_all(named_, options_.target, luck_);
  }
  void learn_from_cells() {
    if (learning_.per_arm >= 8 * glance && cells_are_mostly_new()) return;
    HistogramGrid const grid{learning_.releases_d(), learning_.releases_d_prime(), bins_of_grid, options_.execution};
    auto const most_cells = learning_.per_arm / cells_repay;
    if (grid.cells_of(learning_.releases_d(), learning_.releases_d_prime(), most_cells).size() > most_cells) return;
    enter(fitted_together(grid, grid.count(mechanism_, pair_, next(options_.cell_trials), options_.seed,
                                           options_.generator, options_.execution)));
  }

  /// A look at some releases, before many are sorted. As learn/fit_together.cpp has it.
  bool cells_are_mostly_new() const {
    auto const some = first_of(learning_, glance);
    HistogramGrid const grid{some.releases_d(), some.releases_d_prime(), bins_of_grid, options_.execution};
    auto const cells = grid.cells_of(some.releases_d(), some.releases_d_prime());
    auto const is_alone = [](Cell const& cell) { return cell.d + cell.d_prime == 1; };
    return static_cast<std::size_t>(std::ranges::count_if(cells, is_alone)) > some.per_arm;
  }

  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Pair const& pair_;
  SearchOptions const& options_;
  std::uint64_t next_replicate_, drawn_ = 0, trials_;  // trials_: of the next round
  Sample learning_, held_out_;
  std::vector<Candidate> candidates_, named_{};
  double luck_ = 0;
  Selected chosen_{};
  std::optional<PlainEvent> plain_{};
  std::optional<AtomCounts> atom_counts_{};
};

}  // namespace

Found search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  if (options.trials < 4 || options.target.trials == 0) {
    auto const nothing = selected({}, options.target, 0);
    return {nothing.strategy, nothing.predicted_bound, 0, options.before};
  }
  Race race{mechanism, pair, options};
  while (race.goes_on()) race.count_again();
  return race.found();
}

SearchOptions within(SearchOptions options, std::uint64_t most) {
  options.most_trials = most;
  options.trials = std::min(options.trials, options.cell_trials == 0 ? most : most / 6);
  options.cell_trials = std::min(options.cell_trials, most / 4);
  return options;
}

double predicted_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, SearchOptions const& options) {
  auto const candidates = learning.per_arm == 0 || held_out.per_arm == 0
                              ? std::vector<Candidate>{}
                              : candidates_in(learning, held_out, mechanism, pair, options);
  return selected(with_events(candidates, options.target, options.execution), options.target,
                  luck_of_the_best(candidates, options.rivals))
      .predicted_bound;
}

Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                   mechanisms::Pair const& pair, SearchOptions const& options) {
  if (learning.per_arm == 0 || held_out.per_arm == 0) return selected({}, options.target, 0).strategy;
  auto const candidates = candidates_in(learning, held_out, mechanism, pair, options);
  auto chosen = selected_at_all(with_events(candidates, options.target, options.execution), options.target,
                                luck_of_the_best(candidates));
  chosen.strategy.plain = plainest_event(candidates, options.target, chosen.predicted_bound);
  return std::move(chosen.strategy);
}

}  // namespace warner::verify
