#pragma once

#include <cmath>
#include <limits>

namespace warner::verify {

/// ln of a sum whose terms are given by their logarithms: nothing overflows.
class LogSum {
 public:
  void add(double log_term) {
    if (log_term <= largest_) {
      sum_ += log_term == largest_ ? (std::isinf(log_term) ? 0 : 1) : std::exp(log_term - largest_);
    } else {
      sum_ = sum_ * std::exp(largest_ - log_term) + 1;
      largest_ = log_term;
    }
  }
  /// -infinity for no terms.
  double value() const { return sum_ == 0 ? -std::numeric_limits<double>::infinity() : largest_ + std::log(sum_); }

 private:
  double largest_ = -std::numeric_limits<double>::infinity(), sum_ = 0;
};

}  // namespace warner::verify
