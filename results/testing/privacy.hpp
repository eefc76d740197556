#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "results/testing/function.hpp"
#include "results/testing/words.hpp"

namespace warner::testing {

/// What is claimed, and how it is tested.
struct Terms {
  double epsilon = 0, delta = 0;     ///< the claim: (epsilon, delta)-DP
  double level = 1e-6;               ///< Pr[a true claim is ever refuted] <= level, over all pairs together
  std::uint64_t trials = 1'000'000;  ///< at most, a pair; a leak ends the check sooner
  std::uint64_t seed = 1;            ///< names every random draw: the same verdict in every run, unless it is changed
  int threads = 1;                   ///< 0: all; tests run side by side, and a function may not be safe to share
  bool ideal_numbers = false;        ///< of a function: its numbers stand for ideal real ones, without their last bits
};

/// The claim in words: "epsilon = 1".
std::string claim_of(Terms const& terms);

/// What came of it.
struct Verdict {
  bool refuted = false;
  double epsilon_lower_bound = 0;  ///< certified, at all times; of several pairs the largest
  std::uint64_t trials = 0;        ///< that were played, of all pairs
  std::string message{};  ///< claim, certified bound, level, trials, neighbours, seed; and the witness, or the blind
                          ///< spot
};

/// A pair, and its datasets in words where its numbers stand for other data; "" where there are no words.
struct NamedPair {
  mechanisms::Pair pair;
  std::string words{};
};

/// Checks the claim on each pair, of which each has its share of the level, until one refutes it.
/// "Not refuted" is not "private": no number of trials shows that.
/// @throws std::invalid_argument on bad terms, without pairs, and where the mechanism does not take one.
Verdict judge(mechanisms::AnyMechanism const& mechanism, std::vector<NamedPair> const& pairs, Terms const& terms);

/// No datasets were named: the mechanism names its own.
struct NoData {};

/// A mechanism that says on which pairs of neighbours it is to be tested.
template <class M>
concept NamesPairs = requires(M const& m) {
  { m.pairs() } -> std::convertible_to<std::vector<mechanisms::Pair>>;
};

/// A claim as tests write it: satisfies_dp(1).delta(1e-6).on(d, d_prime).at_level(1e-6).within(1e6). Each word returns
/// the claim anew. `Self` is the matcher of a framework, a template of the type of its datasets.
template <template <class> class Self, class Data>
class Claim {
 public:
  /// @param leaks: whether it is to be refuted.
  Claim(Terms terms, std::optional<std::pair<Data, Data>> data, bool leaks = false)
      : terms_{terms}, data_{std::move(data)}, leaks_{leaks} {}

  Self<Data> delta(double delta) const { return with(&Terms::delta, delta); }
  /// Two neighbouring datasets, of any type that the function takes; of a mechanism, mechanisms::Dataset.
  template <class Other = mechanisms::Dataset>
  Self<Other> on(Other d, Other d_prime) const {
    return Self<Other>{terms_, std::pair{std::move(d), std::move(d_prime)}, leaks_};
  }
  Self<Data> at_level(double level) const { return with(&Terms::level, level); }
  Self<Data> within(double trials) const { return with(&Terms::trials, whole_trials(trials)); }
  Self<Data> with_seed(std::uint64_t seed) const { return with(&Terms::seed, seed); }
  Self<Data> with_threads(int threads) const { return with(&Terms::threads, threads); }
  Self<Data> with_ideal_numbers() const { return with(&Terms::ideal_numbers, true); }

  Terms const& terms() const { return terms_; }
  bool leaks() const { return leaks_; }
  Self<Data> opposite() const { return Self<Data>{terms_, data_, !leaks_}; }

  /// Of anything that mechanisms::Mechanism takes; of an instance of the catalogue, on its own pairs; and of a function
  /// f(data, std::mt19937_64&) that releases once (results/testing/function.hpp).
  template <class M>
  Verdict judge(M const& mechanism) const {
    if constexpr (std::same_as<M, mechanisms::Instance>) {
      return of_mechanism(mechanism.mechanism, mechanism.pairs);
    } else if constexpr (mechanisms::Mechanism<M>) {
      if constexpr (NamesPairs<M>) return of_mechanism(mechanism, mechanism.pairs());
      else return of_mechanism(mechanism, {});
    } else {
      static_assert(!std::same_as<Data, NoData>, "a function is tested on two datasets: satisfies_dp(..).on(d, d')");
      static_assert(Function<M, Data>,
                    "neither a mechanism (mechanisms/contract/mechanism.hpp) nor a function f(data, std::mt19937_64&) "
                    "that returns a number or a vector of numbers");
      auto const& [d, d_prime] = *data_;
      return testing::judge(mechanism_of<M, Data>(mechanism, d, d_prime, terms_.ideal_numbers),
                            {{arms(), words_of(d) + ", D' = " + words_of(d_prime)}}, terms_);
    }
  }

 private:
  template <class Value>
  Self<Data> with(Value Terms::*member, Value value) const {
    auto terms = terms_;
    terms.*member = value;
    return Self<Data>{terms, data_, leaks_};
  }

  Verdict of_mechanism(mechanisms::AnyMechanism const& mechanism, std::vector<mechanisms::Pair> own) const {
    if constexpr (!std::same_as<Data, NoData>) {
      static_assert(std::convertible_to<Data, mechanisms::Dataset>,
                    "a mechanism is tested on two of mechanisms::Dataset, which are vectors of numbers");
      own = {{data_->first, data_->second, mechanisms::Relation::substitute, {}}};
    }
    std::vector<NamedPair> pairs;
    for (auto& pair : own) pairs.push_back({std::move(pair), {}});
    return testing::judge(mechanism, pairs, terms_);
  }

  Terms terms_;
  std::optional<std::pair<Data, Data>> data_;
  bool leaks_;
};

}  // namespace warner::testing
