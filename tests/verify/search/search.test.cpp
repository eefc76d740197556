#include "verify/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"
#include "tests/verify/spy.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/game/game.hpp"
#include "verify/scores/rule.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

SearchOptions options_of(std::uint64_t trials, std::uint64_t most_trials = 0) {
  SearchOptions options;
  options.target = {0, 0.05, 10 * std::max(trials, most_trials)};
  options.trials = trials;
  options.most_trials = std::max(trials, most_trials);
  return options;
}

double laplace_below(double z) { return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2; }

/// What a strategy of bins certifies of so many trials of Laplace(1) releases of 0 and 1, when the counts are what is
/// expected.
double laplace_bound(Strategy const& strategy, std::uint64_t trials) {
  auto const& bins = std::get<Bins>(strategy.score);
  auto const below = [&](std::size_t i, double x) {
    return i == 0 ? 0 : i > bins.edges.size() ? 1 : laplace_below(bins.edges[i - 1] - x);
  };
  double right = 0, wrong = 0;
  for (std::size_t i = 0; i < bins.log_ratio.size(); ++i) {
    auto const under_d = below(i + 1, 0) - below(i, 0), under_d_prime = below(i + 1, 1) - below(i, 1);
    if (bins.log_ratio[i] >= strategy.say_d_from) right += under_d, wrong += under_d_prime;
    if (bins.log_ratio[i] <= strategy.say_d_prime_to) right += under_d_prime, wrong += under_d;
  }
  auto const n = static_cast<double>(trials) / 2;
  auto const r = static_cast<std::uint64_t>(n * right), w = static_cast<std::uint64_t>(n * wrong);
  return epsilon_lower_bound({r, w, trials - r - w}, 0, 0.05);
}

/// D below `low`, D' from `high` on.
Strategy cuts(double low, double high) { return {Bins{{}, {low, high}, {1, 0, -1}}, 1, -1}; }

struct Constant {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const&, sim::Stream&, mechanisms::Batch out) const {
    std::ranges::fill(out.column(0), 4);
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{0}; }
};

/// One of 100,000 labels, each likelier under one dataset by a factor of e: which, no order of labels tells.
struct Labels {
  static constexpr std::uint64_t many = 100'000;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"label", mechanisms::Column::Kind::category}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (auto& y : out.column(0)) {
      auto const word = stream.word();
      auto const two = (word >> 32) % (many / 2);                   // labels of which one is likelier under D
      auto const likely = (word & 0xFFFF'FFFF) < 0xBB26'AB52;       // e / (1 + e)
      auto const which = (two * 0x9E37'79B9'7F4A'7C15 >> 63) == 1;  // as if drawn by lot
      y = static_cast<double>(2 * two + (which == (likely == (d[0] < 0.5))));
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

// A half of the first trials shows each label once: of a table of these nothing is predicted. Counted whole in every
// round each comes 14 times, and 0.8 of 0.85 is predicted.
TEST_CASE("releases of few values are counted whole", "[verify][statistical]") {
  auto options = options_of(200'000, 3'000'000);
  options.target.delta = 0.1;
  auto const found = search(Labels{}, toys::zero_one, options);
  CHECK(std::holds_alternative<Atoms>(found.strategy.score));
  CHECK(found.predicted_bound > 0.7);
  CHECK(found.predicted_bound < 0.9);
}

// The best cuts are 0 and 1, and the bound is flat about them: of 600 seeds 597 gave 0.97 of it, three took a lucky
// tail for a leak (0.84 to 0.93). Were it two of a hundred, six of twenty would be lost with probability 3e-6; a search
// that cut elsewhere would lose all.
TEST_CASE("a search finds the best cuts of two known laws, and predicts about what they certify",
          "[verify][statistical]") {
  for (auto const most_trials : {200'000u, 600'000u}) {
    auto options = options_of(100'000, most_trials);
    double best = 0;
    for (double low = -1; low <= 0.5; low += 0.05)
      for (double high = 0.55; high <= 2; high += 0.05)
        best = std::max(best, laplace_bound(cuts(low, high), options.target.trials));
    int lost = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      options.seed = seed;
      auto const found = search(toys::Laplace{}, toys::zero_one, options);
      auto const bound = laplace_bound(found.strategy, options.target.trials);
      lost += bound < 0.97 * best || std::fabs(found.predicted_bound - bound) > 0.1;
    }
    CAPTURE(most_trials);
    CHECK(lost <= 5);
  }
}

TEST_CASE("of a search's trials the first are kept, then a sixth, and never more than two lessons", "[verify]") {
  CHECK(kept_of(1'000) == 1'000);
  CHECK(kept_of(300'000) == 100'000);
  CHECK(kept_of(1'200'000) == 200'000);
  CHECK(kept_of(1'000'000'000) == std::uint64_t{1} << 18);
}

TEST_CASE("a search of two answers says the likelier dataset of each", "[verify]") {
  auto const found = search(toys::Response{2}, toys::zero_one, options_of(20'000));  // 1 is e^2 times as likely of 1
  CHECK(say_d(found.strategy).find("0") != std::string::npos);
  auto const game = play(toys::Response{2}, toys::zero_one, found.strategy, {.seed = 1, .range = {0, 100'000}});
  CHECK(game.tally.abstained == 0);
  CHECK(epsilon_lower_bound(game.tally, 0, 1e-9) > 1.9);
  CHECK(epsilon_lower_bound(game.tally, 0, 1e-9) <= 2);
}

TEST_CASE("no release of a search is drawn twice, none is one that certifies", "[verify]") {
  auto compared = options_of(100'000);
  compared.compares_pairs = true;
  auto const spends = options_of(100'000, 150'000);
  for (auto const noise : {0u, 1u})
    for (auto const& options : {options_of(100'000), options_of(100'000, 500'000), compared, spends}) {
      toys::Spy const spy{noise};
      auto const found = search(spy, toys::zero_one, options);
      CHECK(spy.seen->every_word_is_new());
      play(spy, toys::zero_one, found.strategy, {.seed = options.seed, .range = {0, 500'000}});
      CHECK(spy.seen->every_word_is_new());
    }
}

TEST_CASE("a further search of a pair draws what none before it drew", "[verify]") {
  toys::Spy const spy{1};
  auto options = options_of(100'000, 150'001);
  options.before = search(spy, toys::zero_one, options).looked;
  search(spy, toys::zero_one, options);
  CHECK(spy.seen->every_word_is_new());
}

namespace {

/// Uniform numbers, of which three in a thousand lie between 0.4 and 0.401 under 0, and one under 1.
/// Those of 0 come from between 0.6 and 0.8, one in a hundred from everywhere.
struct MoreInAGap {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_uniform(stream, out.column(0));
    if (d[0] == 0)
      for (auto& y : out.column(0))
        if (y >= 0.6 && y < 0.8 && 1000 * y - std::floor(1000 * y) < 0.01)
          y = 0.4 + 0.1 * (1000 * y - std::floor(1000 * y));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

// Of the trials learned on 15 and 5 lie in the gap, too few for bins to see; of all 120 and 40.
TEST_CASE("what an earlier look has learned is tried again", "[verify]") {
  Bins const gap{{}, {0.4, 0.401}, {0, std::log(2.0), 0}};
  auto options = options_of(20'000, 80'000);
  options.before.scores = {gap};
  auto const knows = [&](Strategy const& strategy) {
    auto const* bins = std::get_if<Bins>(&strategy.score);
    return bins && bins->edges == gap.edges;
  };
  CHECK(knows(search(MoreInAGap{}, toys::zero_one, options).strategy));
  CHECK(std::ranges::count_if(search(MoreInAGap{}, toys::zero_one, options).looked.scores, [&](Score const& score) {
          return knows({score, 0, 0});
        }) == 1);
}

TEST_CASE("a search says how many trials it took, and takes no more than it may", "[verify]") {
  CHECK(search(toys::Laplace{}, toys::zero_one, options_of(100'000)).trials == 100'000);
  CHECK(search(toys::Laplace{}, toys::zero_one, options_of(100'000, 150'000)).trials == 150'000);
  CHECK(search(toys::Laplace{}, toys::zero_one, options_of(100'000, 250'000)).trials == 250'000);
}

// The rare event certifies 0.72 of 8e4 trials alone, the common one 0.42. At 2e4 trials the careful reading rarely
// dares.
TEST_CASE("where less caution hopes for more, others are there to be played as well", "[verify][statistical]") {
  auto options = options_of(20'000);
  options.target.trials = 80'000;
  auto const is_rare = [&](Strategy const& strategy) {
    return play(toys::RareOrCommon{}, toys::zero_one, strategy, {options.seed, {}, {0, 80'000}}).tally.spoke() < 2'000;
  };
  int careful = 0, offered = 0;
  for (options.seed = 1; options.seed <= 40; ++options.seed) {
    auto const found = search(toys::RareOrCommon{}, toys::zero_one, options);
    careful += is_rare(found.strategy);
    offered += is_rare(found.strategy) || std::ranges::any_of(found.together, is_rare);
  }
  CHECK(careful <= 15);
  CHECK(offered >= careful + 5);
}

TEST_CASE("whoever plays one strategy plays what is found where none share the level", "[verify]") {
  auto options = options_of(2'000);
  options.target.trials = 8'000;
  int sharing = 0;
  for (options.seed = 1; options.seed <= 200; ++options.seed) {
    options.compares_pairs = false;
    auto const found = search(toys::RareOrCommon{}, toys::zero_one, options);
    options.compares_pairs = true;
    auto const alone = search(toys::RareOrCommon{}, toys::zero_one, options).strategy;
    CHECK(found.strategy.score == alone.score);
    CHECK(found.strategy.say_d_from == alone.say_d_from);
    CHECK(found.strategy.say_d_prime_to == alone.say_d_prime_to);
    sharing += !found.together.empty();
  }
  CHECK(sharing > 0);
}

TEST_CASE("one strategy alone is found where nobody plays it, or where statements are to be refuted", "[verify]") {
  auto const others = [](auto const& change) {
    std::size_t many = 0;
    auto options = options_of(20'000);
    options.target.trials = 80'000;
    change(options);
    for (options.seed = 1; options.seed <= 10; ++options.seed)
      many += search(toys::RareOrCommon{}, toys::zero_one, options).together.size();
    return many;
  };
  CHECK(others([](SearchOptions&) {}) > 0);
  CHECK(others([](SearchOptions& options) { options.compares_pairs = true; }) == 0);
  CHECK(others([](SearchOptions& options) { options.target.claimed = {{0.5, 0}}; }) == 0);
}

TEST_CASE("where nothing can be told, or nothing was asked, the strategy never speaks", "[verify]") {
  auto const is_silent = [](mechanisms::AnyMechanism const& mechanism, SearchOptions const& options) {
    auto const found = search(mechanism, toys::zero_one, options);
    return found.strategy.directions() == 0 && !(found.predicted_bound > 0);
  };
  CHECK(is_silent(Constant{}, options_of(10'000)));
  CHECK(is_silent(toys::Laplace{}, options_of(3)));
  auto no_target = options_of(10'000);
  no_target.target.trials = 0;
  CHECK(is_silent(toys::Laplace{}, no_target));
}

// An optimistic policy sees in noise what is not there, and that must not certify: level 1e-9. Power: a million trials
// of Laplace(1) certify 0.98, and 0.82 with the worst strategy of 100 seeds.
TEST_CASE("what a search finds in noise does not certify, what it finds in Laplace noise does",
          "[verify][statistical]") {
  auto const certified = [](mechanisms::AnyMechanism const& mechanism, std::uint64_t seed) {
    auto options = options_of(100'000);
    options.seed = seed;
    auto const found = search(mechanism, toys::zero_one, options);
    return epsilon_lower_bound(
        play(mechanism, toys::zero_one, found.strategy, {.seed = seed, .range = {0, options.target.trials}}).tally, 0,
        1e-9);
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(certified(toys::Noise{}, seed) == 0);
    CHECK(certified(toys::Laplace{}, seed) > 0.5);
  }
}

TEST_CASE("a search in samples is the search that drew them", "[verify]") {
  auto const options = options_of(40'000);
  auto const draw = [&](std::uint64_t first) {
    return draw_sample(toys::Laplace{}, toys::zero_one, {first, first + 10'000}, options.seed, options.generator, {});
  };
  auto const alone = search(toys::Laplace{}, toys::zero_one, options).strategy;
  auto const in_samples = search_in(draw(0), draw(3 * sim::block_size), toys::Laplace{}, toys::zero_one, options);
  CHECK(say_d(in_samples) == say_d(alone));
  CHECK(say_d_prime(in_samples) == say_d_prime(alone));
  CHECK(search_in({1, 0, {}, {}}, {1, 0, {}, {}}, toys::Laplace{}, toys::zero_one, options).directions() == 0);
}
