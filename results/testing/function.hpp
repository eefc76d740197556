#pragma once

#include <concepts>
#include <cstddef>
#include <random>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::testing {

/// A release of a function: one number, or a range of them that is equally long in every release.
template <class Release>
concept Numbers = std::is_arithmetic_v<Release> ||
    (std::ranges::input_range<Release const>&& std::is_arithmetic_v<std::ranges::range_value_t<Release const>>);

/// f(data, random) releases once, of either dataset, with the randomness of the generator alone. The verdict is then
/// the same in every run. It is called from several threads at once where Terms::threads says so.
template <class F, class Data>
concept Function = std::invocable<F const&, Data const&, std::mt19937_64&> &&
    Numbers<std::remove_cvref_t<std::invoke_result_t<F const&, Data const&, std::mt19937_64&>>>;

/// The pair that is played of a function: {0} stands for D, {1} for D'.
mechanisms::Pair const& arms();

/// Keeps releases that were made, for those that a check looks at again.
mechanisms::AnyMechanism remembered(mechanisms::AnyMechanism mechanism);

/// What the columns of a function are called: "release" of one, else "release[0]", ..
std::vector<mechanisms::Column> columns_of(std::size_t width, mechanisms::Column::Kind kind);

/// Refuses a release of a number of numbers that is not the first one's. @throws std::invalid_argument.
void require_width(std::size_t width, std::size_t expected);

/// A function and its two datasets as a mechanism.
template <class F, class Data>
class FunctionMechanism {
 public:
  FunctionMechanism(F function, Data d, Data d_prime, bool ideal)
      : function_{std::move(function)}, d_{std::move(d)}, d_prime_{std::move(d_prime)}, ideal_{ideal} {}

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& arm) const {
    std::mt19937_64 random{0};  // how wide a release is must not depend on chance
    std::size_t width = 1;
    if constexpr (!std::is_arithmetic_v<Release>) width = numbers(function_(data(arm), random)).size();
    return columns_of(width, kind());
  }

  void release(mechanisms::Dataset const& arm, sim::Stream& stream, mechanisms::Batch out) const {
    std::mt19937_64 random{stream.word()};
    for (std::size_t i = 0; i < out.releases(); ++i) {
      if constexpr (std::is_arithmetic_v<Release>) {
        out(i, 0) = static_cast<double>(function_(data(arm), random));
      } else {
        auto const row = numbers(function_(data(arm), random));
        require_width(row.size(), out.width());
        for (std::size_t j = 0; j < row.size(); ++j) out(i, j) = row[j];
      }
    }
  }

  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{}; }  // the claim is the test's

 private:
  using Release = std::remove_cvref_t<std::invoke_result_t<F const&, Data const&, std::mt19937_64&>>;

  Data const& data(mechanisms::Dataset const& arm) const { return arm.at(0) == 0 ? d_ : d_prime_; }

  static std::vector<double> numbers(Release const& release) {
    std::vector<double> row;
    for (auto const x : release) row.push_back(static_cast<double>(x));
    return row;
  }

  template <class Number>
  static constexpr mechanisms::Column::Kind kind_of(bool ideal) {
    using Kind = mechanisms::Column::Kind;
    if (std::same_as<Number, bool>) return Kind::flag;
    if (std::is_integral_v<Number>) return Kind::integer;
    return ideal ? Kind::real : Kind::floating;
  }
  mechanisms::Column::Kind kind() const {
    if constexpr (std::is_arithmetic_v<Release>) return kind_of<Release>(ideal_);
    else return kind_of<std::ranges::range_value_t<Release const>>(ideal_);
  }

  F function_;
  Data d_, d_prime_;
  bool ideal_;
};

template <class F, class Data>
mechanisms::AnyMechanism mechanism_of(F const& function, Data const& d, Data const& d_prime, bool ideal) {
  return remembered(FunctionMechanism<F, Data>{function, d, d_prime, ideal});
}

}  // namespace warner::testing
