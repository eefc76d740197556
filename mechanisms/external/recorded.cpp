#include "mechanisms/external/recorded.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/release/reading.hpp"
#include "mechanisms/noise/uniform_integer.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t first_looked_at = 100, part_looked_at = 20;

std::vector<std::size_t> shuffled(std::size_t n, sim::Stream stream) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (auto i = n; i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(noise::uniform_below(i, stream))]);  // Fisher and Yates
  return order;
}

/// The rows of one file, in numbers, in their shuffled order: certifying trials take them from the front, all others
/// from the back.
struct Deck {
  std::vector<double> numbers;
  std::uint64_t rows = 0, front = 0, back = 0;  // how many were taken from either end

  /// The first of so many rows that are then taken; beyond the end where there are not so many.
  std::uint64_t take(std::uint64_t many, bool certify) {
    if (front + back + many > rows) return rows;
    if (certify) return (front += many) - many;
    return rows - (back += many);
  }
};

}  // namespace

class Recorded::Rows {
 public:
  Rows(ReleaseFiles const& files, bool ideal, std::uint64_t seed)
      : seed_{seed}, reading_{files.d.numbers, ideal, files.d.names.empty() ? files.d_prime.names : files.d.names} {
    auto const order_d = shuffled(files.d.lines.size(), {{seed, sim::Purpose::permute, sim::Arm::d}, 0});
    auto const order_d_prime =
        shuffled(files.d_prime.lines.size(), {{seed, sim::Purpose::permute, sim::Arm::d_prime}, 0});
    auto const most_looked_at =
        std::max<std::size_t>(1, std::min(order_d.size(), order_d_prime.size()) / part_looked_at);
    auto looked_at = std::min(first_looked_at, most_looked_at);
    std::vector<Said> said;
    for (;;) {
      for (auto i = said.size() / 2; i < looked_at; ++i) {
        said.push_back({std::string{files.d.lines[order_d[i]]}, 0});
        said.push_back({std::string{files.d_prime.lines[order_d_prime[i]]}, 1});
      }
      if (!reading_.learn(said) || looked_at == most_looked_at) break;
      looked_at = std::min(2 * looked_at, most_looked_at);
    }
    fill(d_, files.d, order_d, looked_at);
    if (!files.is_one_alone) fill(d_prime_, files.d_prime, order_d_prime, looked_at);
  }

  void release(Dataset const& arm, sim::Stream& stream, Batch out) {
    auto const under_d = arm_of(arm) == 0;
    auto& deck = under_d ? d_ : d_prime_;
    std::scoped_lock const lock{mutex_};
    auto const [place, is_new] =
        places_.try_emplace({under_d, stream.key().low, stream.key().high, stream.block()}, Place{0, out.releases()});
    auto& [first, many] = place->second;
    if (is_new) first = deck.take(many, certifies(stream, under_d));
    if (out.releases() > many) throw std::logic_error{"release: a block asks for more rows than it had before"};
    if (first + out.releases() > deck.rows)
      throw std::runtime_error{
          fmt::format("the coins called for more than the {} recorded releases of {} (another seed tosses other coins)",
                      deck.rows, under_d ? "D" : "D'")};
    for (std::size_t j = 0; j < out.width(); ++j)
      for (std::size_t i = 0; i < out.releases(); ++i) out(i, j) = deck.numbers[(first + i) * out.width() + j];
  }

  Reading const& reading() const { return reading_; }
  Deck const& d() const { return d_; }
  Deck const& d_prime() const { return d_prime_; }

 private:
  struct Place {
    std::uint64_t first, many;
  };

  bool certifies(sim::Stream const& stream, bool under_d) const {
    auto const key =
        sim::key_of({seed_, sim::Purpose::certify, under_d ? sim::Arm::d : sim::Arm::d_prime, stream.key().generator});
    return key.low == stream.key().low && key.high == stream.key().high;
  }

  void fill(Deck& deck, ReleaseFile const& file, std::vector<std::size_t> const& order, std::size_t looked_at) {
    auto const width = reading_.schema().columns().size();
    deck.rows = order.size() - looked_at;
    deck.numbers.resize(deck.rows * width);
    Reading::Hand hand{reading_};
    for (std::size_t i = 0; i < deck.rows; ++i)
      hand.place(file.lines[order[looked_at + i]], {&deck.numbers[i * width], 1, width}, 0);
  }

  std::uint64_t seed_;
  Reading reading_;
  Deck d_, d_prime_;
  std::mutex mutex_;
  std::map<std::tuple<bool, std::uint64_t, std::uint64_t, std::uint64_t>, Place> places_;
};

Recorded::Recorded(ReleaseFiles const& files, Guarantee const& claim, bool ideal, std::uint64_t seed)
    : claim_{claim}, rows_{std::make_shared<Rows>(files, ideal, seed)} {
  validate(claim);
}

std::vector<Column> Recorded::columns(Dataset const&) const { return rows_->reading().schema().columns(); }
void Recorded::release(Dataset const& arm, sim::Stream& stream, Batch out) const { rows_->release(arm, stream, out); }
std::uint64_t Recorded::rows_d() const { return rows_->d().rows; }
std::uint64_t Recorded::rows_d_prime() const { return rows_->d_prime().rows; }
Reading const& Recorded::reading() const { return rows_->reading(); }

std::uint64_t trials_for_rows(std::uint64_t rows) {
  // N trials call for more than N / 2 + spare sqrt(N) / 2 rows of either dataset with probability below 2 e^(-spare^2 /
  // 2); never for more than N.
  constexpr double spare = 6.5;
  auto const root = (std::sqrt(spare * spare + 8 * static_cast<double>(rows)) - spare) / 2;
  return std::max(rows, static_cast<std::uint64_t>(std::max(0.0, root * root - 1)));
}

}  // namespace warner::mechanisms::external
