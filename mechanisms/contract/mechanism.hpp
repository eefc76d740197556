#pragma once

#include <cmath>
#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "mechanisms/contract/guarantee.hpp"
#include "mechanisms/contract/neighbours.hpp"
#include "mechanisms/privacy/pair_privacy.hpp"
#include "sim/stream.hpp"
#include "sim/word_counter.hpp"

namespace warner::mechanisms {

/// What the numbers of one column of a release mean.
struct Column {
  enum class Kind {
    real,      ///< an ideal real number, written down as a double: its last bits mean nothing
    floating,  ///< a double as a program computes it, released to the last bit
    integer,
    category,
    flag,
  };
  /// Numbers of a category from here on stand for words that its `words` do not have.
  static constexpr double first_unknown_word = 0x1p32;

  std::string name;  ///< "y", "count", "answer"
  Kind kind = Kind::real;
  std::vector<std::string> words{};  ///< of a category: what its numbers 0, 1, .. stand for; empty: for nothing
  bool zero_for_none = false;        ///< whether a 0 may mean that there is no number
};

/// A mechanism fills a batch: every release of out is an independent M(dataset), drawn from the stream alone.
///
///   columns(dataset)              the width of a release and the meaning of each column
///   release(dataset, stream, out) fills out (out.width() == columns(dataset).size())
///   guarantee()                   what it claims
///
/// and, where it can,
///
///   log_density(dataset, releases, out)  natural log of the density or mass of each whole release; -inf where it is
///                                        impossible. The score `likelihood` reads it, and the audit is then white-box.
///   has_density()                        whether log_density works; a combinator asks its parts. Without it: yes.
///   exact_epsilon(pair, delta)           the smallest epsilon with which the pair, in both directions, satisfies
///                                        (epsilon, delta); may be infinite. std::optional<double> where it is known
///                                        for some pairs only.
///   privacy(pair)                        std::optional<privacy::PairPrivacy>: profile, trade-off function, Renyi
///                                        divergence, privacy loss. Where it is quick, exact_epsilon is superfluous.
///   counter(dataset, edges)              for releases of one coordinate: counts how many reach each edge straight from
///                                        the words, as release and a comparison would. The fastest path of an audit.
///
/// All must be safe to call from several threads at once.
template <class M>
concept Mechanism = std::copy_constructible<M> && requires(M const& m, Dataset const& d, sim::Stream& s, Batch out) {
  { m.columns(d) } -> std::same_as<std::vector<Column>>;
  { m.release(d, s, out) } -> std::same_as<void>;
  { m.guarantee() } -> std::convertible_to<Guarantee>;
};

template <class M>
concept HasDensity = requires(M const& m, Dataset const& d, ConstBatch y, std::span<double> out) {
  m.log_density(d, y, out);
};

template <class M>
concept SaysWhetherDensity = requires(M const& m) {
  { m.has_density() } -> std::same_as<bool>;
};

template <class M>
concept HasExactEpsilon = requires(M const& m, Pair const& pair, double delta) {
  {
    m.exact_epsilon(pair, delta)
    } -> std::convertible_to<std::optional<double>>;  // a plain double, or empty where it is open
};

template <class M>
concept HasPrivacy = requires(M const& m, Pair const& pair) {
  { m.privacy(pair) } -> std::convertible_to<std::optional<privacy::PairPrivacy>>;
};

template <class M>
concept HasCounter = requires(M const& m, Dataset const& d, std::span<double const> edges) {
  { m.counter(d, edges) } -> std::same_as<std::optional<sim::WordCounter>>;
};

/// Any mechanism, as a value: procedures are compiled once, at the price of one indirect call a block.
class AnyMechanism {
 public:
  template <class M>
  requires(!std::same_as<M, AnyMechanism> && Mechanism<M>)  // in this order: the second would ask about copying itself
      AnyMechanism(M mechanism)
      : self_{std::make_shared<Model<M>>(std::move(mechanism))} {}

  std::vector<Column> columns(Dataset const& dataset) const { return self_->columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const { self_->release(dataset, stream, out); }
  Guarantee guarantee() const { return self_->guarantee(); }
  bool has_density() const { return self_->has_density(); }
  /// @throws std::logic_error without a density.
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    self_->log_density(dataset, releases, out);
  }
  /// Empty where no exact value is known.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const {
    return self_->exact_epsilon(pair, delta);
  }
  /// Empty where nothing exact is known of the pair.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const { return self_->privacy(pair); }
  /// Empty where releases must be drawn to be compared.
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    return self_->counter(dataset, edges);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::vector<Column> columns(Dataset const&) const = 0;
    virtual void release(Dataset const&, sim::Stream&, Batch) const = 0;
    virtual Guarantee guarantee() const = 0;
    virtual bool has_density() const = 0;
    virtual void log_density(Dataset const&, ConstBatch, std::span<double>) const = 0;
    virtual std::optional<double> exact_epsilon(Pair const&, double) const = 0;
    virtual std::optional<privacy::PairPrivacy> privacy(Pair const&) const = 0;
    virtual std::optional<sim::WordCounter> counter(Dataset const&, std::span<double const>) const = 0;
  };

  static std::optional<double> spent(std::optional<privacy::PairPrivacy> const& pair, double delta) {
    auto const epsilon = pair && pair->epsilon ? pair->epsilon(delta) : std::numeric_limits<double>::quiet_NaN();
    return std::isnan(epsilon) ? std::nullopt : std::optional{epsilon};
  }
  template <class M>
  static std::optional<privacy::PairPrivacy> of_epsilon(M const& mechanism, Pair const& pair) {
    std::function<std::optional<double>(double)> const exact = [=](double delta) {
      return mechanism.exact_epsilon(pair, delta);
    };
    if (!exact(0.5)) return std::nullopt;
    return privacy::epsilon_pair([=](double delta) { return exact(delta).value(); });
  }

  template <Mechanism M>
  struct Model final : Interface {
    explicit Model(M m) : mechanism{std::move(m)} {}
    std::vector<Column> columns(Dataset const& d) const override { return mechanism.columns(d); }
    void release(Dataset const& d, sim::Stream& s, Batch out) const override { mechanism.release(d, s, out); }
    Guarantee guarantee() const override { return mechanism.guarantee(); }
    bool has_density() const override {
      if constexpr (HasDensity<M> && SaysWhetherDensity<M>) return mechanism.has_density();
      else return HasDensity<M>;
    }
    void log_density(Dataset const& d, ConstBatch y, std::span<double> out) const override {
      if constexpr (HasDensity<M>) mechanism.log_density(d, y, out);
      else throw std::logic_error{"log_density: this mechanism declares no density"};
    }
    std::optional<double> exact_epsilon(Pair const& pair, double delta) const override {
      if constexpr (HasExactEpsilon<M>) return mechanism.exact_epsilon(pair, delta);
      else return spent(privacy(pair), delta);
    }
    std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const override {
      if constexpr (HasPrivacy<M>) return mechanism.privacy(pair);
      else if constexpr (HasExactEpsilon<M>) return of_epsilon(mechanism, pair);
      else return std::nullopt;
    }
    std::optional<sim::WordCounter> counter(Dataset const& d, std::span<double const> edges) const override {
      if constexpr (HasCounter<M>) return mechanism.counter(d, edges);
      else return std::nullopt;
    }
    M mechanism;
  };

  std::shared_ptr<Interface const> self_;
};

}  // namespace warner::mechanisms
