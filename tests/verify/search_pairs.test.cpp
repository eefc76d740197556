#include "verify/search_pairs.hpp"

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"

using namespace warner;
using namespace warner::verify;

TEST_CASE("the pair that promises most is found among others that promise less", "[verify][statistical]") {
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
  CHECK(search_pairs(toys::Laplace{}, pairs, options).found.trials <= options.most_trials + pairs.size() * sim::block_size);
}
