#include "verify/search/pairs.hpp"

#include <atomic>
#include <map>
#include <memory>

#include "tests/support/catch.hpp"
#include "tests/verify/spy.hpp"
#include "tests/verify/toys.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Counts the releases that each x of 1, 2, ... was asked for.
template <class Mechanism>
struct Counted {
  Mechanism mechanism{};
  std::shared_ptr<std::vector<std::atomic<std::uint64_t>>> asked =
      std::make_shared<std::vector<std::atomic<std::uint64_t>>>(8);
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& d) const { return mechanism.columns(d); }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    if (d[0] > 0) (*asked)[static_cast<std::size_t>(d[0])] += out.releases();
    mechanism.release(d, stream, out);
  }
  mechanisms::Guarantee guarantee() const { return mechanism.guarantee(); }
};

/// Laplace noise on the bit x > 0.
struct Sign {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& d) const { return toys::Laplace{}.columns(d); }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    toys::Laplace{}.release({d[0] > 0 ? 1.0 : 0.0}, stream, out);
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

/// Laplace noise, a little louder with every ten; counts the releases that each ten was asked for.
struct LouderFurther {
  std::shared_ptr<std::vector<std::atomic<std::uint64_t>>> asked;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    auto const tens = static_cast<std::size_t>(d[0] / 10);
    (*asked)[tens] += out.column(0).size();
    sim::fill_laplace(stream, d[0], 1 + 0.05 * static_cast<double>(tens), out.column(0));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

TEST_CASE("of pairs that release alike one is searched", "[verify]") {
  Counted<Sign> const mechanism;
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  auto const found =
      search_pairs(mechanism, pairs, {.target = {0, 0.05, 1'000'000}, .trials = 33'000, .most_trials = 200'000});
  CHECK(found.pair == 0);
  auto const& asked = *mechanism.asked;
  CHECK(asked[2] == asked[6]);
  CHECK(asked[1] > 5 * asked[2]);
}

namespace {

/// A spy for each dataset.
struct SpiedApart {
  std::shared_ptr<std::map<double, toys::Spy>> spies = std::make_shared<std::map<double, toys::Spy>>();
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& d) const { return spies->at(d[0]).columns(d); }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    spies->at(d[0]).release(d, stream, out);
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

TEST_CASE("looks at one pair never draw the same trial", "[verify]") {
  SpiedApart mechanism;
  mechanism.spies->try_emplace(0);
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}) {
    mechanism.spies->try_emplace(x);
    pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  }
  search_pairs(mechanism, pairs, {.target = {0, 0.05, 1'000'000}, .trials = 33'000, .most_trials = 200'000});
  for (auto const& pair : pairs) CHECK(mechanism.spies->at(pair.d_prime[0]).seen->every_word_is_new());
}

TEST_CASE("the pair of the largest predicted bound is found among others", "[verify][statistical]") {
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {0.0, 0.1, 0.3, 1.0, 0.2}) pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  SearchOptions options{.target = {0, 0.05, 1'000'000}, .trials = 33'000, .most_trials = 200'000, .seed = 5};
  CHECK(search_pairs(toys::Laplace{}, pairs, options).pair == 3);
  options.seed = 6;
  CHECK(search_pairs(toys::Laplace{}, pairs, options).pair == 3);
  pairs[3].d_prime = {0};  // its twin: where that one tells nothing, the next best does
  CHECK(search_pairs(toys::Laplace{}, pairs, options).pair == 2);
  CHECK(search_pairs(toys::Laplace{}, std::span{pairs}.first(1), options).pair == 0);
  CHECK_THROWS(search_pairs(toys::Laplace{}, {}, options));
  CHECK(search_pairs(toys::Laplace{}, pairs, options).found.trials <=
        options.most_trials + pairs.size() * sim::block_size);
}

TEST_CASE("a pair that is looked for has all trials for looks", "[verify]") {
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {0.1, 0.2, 0.3, 0.4, 1.0, 0.5, 0.6, 0.7})
    pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  SearchOptions const options{.target = {0, 0.05, 1'000'000}, .trials = 33'000, .most_trials = 200'000};
  auto const chosen = look_for_pair(toys::Laplace{}, pairs, options);
  CHECK(chosen.pair == 4);
  CHECK(chosen.trials > options.most_trials / 10 * 9);
  CHECK(chosen.trials <= options.most_trials + pairs.size() * sim::block_size);
  CHECK(look_for_pair(toys::Laplace{}, std::span{pairs}.first(1), options).trials == 0);
}

TEST_CASE("a variation is found where what it varies came far, and trials are enough for a look",
          "[verify][statistical]") {
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 1.0})
    pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  SearchOptions options{.target = {0, 0.05, 1'000'000},
                        .trials = 33'000,
                        .most_trials = 400'000,
                        .among = {.variation_of = {5}},
                        .seed = 5};
  auto const found = search_pairs(toys::Laplace{}, pairs, options);
  CHECK(found.pair == 6);
  CHECK(found.found.trials <= options.most_trials + pairs.size() * sim::block_size);
  options.most_trials = 100'000;
  CHECK(search_pairs(toys::Laplace{}, pairs, options).pair == 5);
  CHECK_THROWS(search_pairs(toys::Laplace{}, std::span{pairs}.first(1), options));
}

TEST_CASE("nothing is spent on variations of what fell behind", "[verify]") {
  Counted<Sign> const mechanism;
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0})
    pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  search_pairs(
      mechanism, pairs,
      {.target = {0, 0.05, 1'000'000}, .trials = 33'000, .most_trials = 400'000, .among = {.variation_of = {4, 5}}});
  CHECK((*mechanism.asked)[2] == 0);
  CHECK((*mechanism.asked)[3] > 0);
}

TEST_CASE("pairs are looked at from afar, and from nearby too, once the claim is beaten there",
          "[verify][statistical]") {
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {0.001, 0.002, 0.003, 0.004, 0.005, 0.0015, 0.0025, 0.0035})
    pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  SearchOptions options{
      .target = {0, 0.05, 100'000'000}, .trials = 33'000, .most_trials = 200'000, .among = {.epsilon = 0.005}};
  auto const found_best = [&] {
    int right = 0;
    for (options.seed = 1; options.seed <= 40; ++options.seed)
      right += search_pairs(toys::Laplace{}, pairs, options).pair == 4;
    return right;
  };
  auto const nearby = found_best();
  double farthest = 0;
  options.among.from_afar = [&](mechanisms::Pair const& pair, double times) -> std::optional<mechanisms::Pair> {
    farthest = std::max(farthest, times);
    auto far = pair;
    far.d_prime[0] *= times;
    return far;
  };
  auto const from_there = found_best();
  CHECK(from_there > nearby + 10);
  CHECK(farthest == 11);  // the first look at each has a 128th of the trials
  for (auto& pair : pairs) pair.d_prime[0] *= 400;
  int looks = 0;
  options.among.from_afar = [&](mechanisms::Pair const& pair, double) -> std::optional<mechanisms::Pair> {
    ++looks;
    return pair;
  };
  options.among.epsilon = 0.01;
  options.most_trials = 200'000;
  search_pairs(toys::Laplace{}, pairs, options);
  CHECK(looks >
        static_cast<int>(pairs.size()));  // finite losses grow with the distance, and go on being seen from there
}

TEST_CASE("a loss that does not grow with the distance is seen from nearby", "[verify][statistical]") {
  std::vector<mechanisms::Pair> pairs;
  for (auto const x : {1.0, 1.1, 0.9, 0.01, 0.02, 8.0})
    pairs.push_back({{0}, {x}, mechanisms::Relation::substitute, {}});
  SearchOptions options{
      .target = {0, 0.05, 1'000'000}, .trials = 33'000, .most_trials = 200'000, .among = {.epsilon = 0.05}};
  options.among.from_afar = [](mechanisms::Pair pair, double) -> std::optional<mechanisms::Pair> {
    if (pair.d_prime[0] == 8) pair.d_prime[0] = 0.5;
    return pair;
  };
  for (options.seed = 1; options.seed <= 5; ++options.seed)
    CHECK(search_pairs(toys::Laplace{}, pairs, options).pair == 5);
}

TEST_CASE("one move from several places leaves places to another", "[verify]") {
  LouderFurther const mechanism{std::make_shared<std::vector<std::atomic<std::uint64_t>>>(8)};
  std::vector<mechanisms::Pair> pairs;
  for (auto const tens : {0, 1, 2, 3, 4, 5})
    pairs.push_back({{10.0 * tens}, {10.0 * tens + 1}, mechanisms::Relation::substitute, {}});
  pairs.push_back({{60}, {60.5}, mechanisms::Relation::substitute, {}});
  search_pairs(mechanism, pairs, {.target = {0, 0.05, 1'000'000}, .trials = 33'000, .most_trials = 400'000});
  auto const& asked = *mechanism.asked;
  CHECK(asked[6] > 3 * asked[5]);
}
