// Words to variates: compiled once for each instruction set, chosen at run time. Every kernel has the bits of its
// reference in sim/scalar.hpp; n is a multiple of sixteen.

#include "sim/variates.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/count.hpp"
#include "sim/instruction_set.hpp"
#include "sim/polynomials.hpp"
#include "sim/scalar.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/variates.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/simd/aes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Words = hn::RebindToUnsigned<Doubles>;
using V = hn::Vec<Doubles>;
using W = hn::Vec<Words>;
constexpr Doubles d;
constexpr Words w;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
/// Without a fused instruction Highway multiplies and adds, which rounds twice: here the library's fma, lane by lane.
HWY_INLINE V fused(V a, V b, V c) {
  HWY_ALIGN double x[8], y[8], z[8];
  hn::Store(a, d, x), hn::Store(b, d, y), hn::Store(c, d, z);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) x[i] = std::fma(x[i], y[i], z[i]);
  return hn::Load(d, x);
}
HWY_INLINE V fused_negative(V a, V b, V c) { return fused(hn::Neg(a), b, c); }
#else
HWY_INLINE V fused(V a, V b, V c) { return hn::MulAdd(a, b, c); }
HWY_INLINE V fused_negative(V a, V b, V c) { return hn::NegMulAdd(a, b, c); }
#endif

HWY_INLINE V constant(double x) { return hn::Set(d, x); }

HWY_INLINE V with_one_exponent(W bits) {
  return hn::BitCast(d, hn::OrAnd(hn::Set(w, scalar::one_bits), bits, hn::Set(w, scalar::mantissa_mask)));
}

HWY_INLINE V unit_open(W word) { return hn::Sub(with_one_exponent(word), constant(1 - 0x1p-53)); }

/// What the logarithm looks up for x = 2^e z: 1 / c and log(1 / c) of z's sixteenth. Three ways, one content.
struct Entry {
  V inverse, log;
};

#if HWY_TARGET <= HWY_AVX3
/// Both tables live in registers; a permutation reads the low four bits of its index.
struct Table {
  V low[2], high[2];
  Table()
      : low{hn::LoadU(d, polynomial::log_inverse), hn::LoadU(d, polynomial::log_of_inverse)},
        high{hn::LoadU(d, polynomial::log_inverse + 8), hn::LoadU(d, polynomial::log_of_inverse + 8)} {}
  HWY_INLINE Entry operator()(W bits) const {
    auto const index = hn::ShiftRight<48>(bits).raw;
    return {V{_mm512_permutex2var_pd(low[0].raw, index, high[0].raw)},
            V{_mm512_permutex2var_pd(low[1].raw, index, high[1].raw)}};
  }
};
HWY_INLINE V exponent(V x) { return V{_mm512_getexp_pd(x.raw)}; }
HWY_INLINE V significand(V x) { return V{_mm512_getmant_pd(x.raw, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_src)}; }
#else
HWY_INLINE V significand(V x) { return with_one_exponent(hn::BitCast(w, x)); }
HWY_INLINE V exponent(V x) {
  auto const biased = hn::Or(hn::ShiftRight<52>(hn::BitCast(w, x)), hn::Set(w, 0x4330000000000000u));
  return hn::Sub(hn::BitCast(d, biased), constant(0x1p52 + 1023));
}
#if HWY_TARGET == HWY_AVX2
/// An entry's two numbers stand side by side, so that four ordinary loads fetch what two slow gathers would.
struct Table {
  alignas(32) double pairs[16][2];
  Table() {
    for (std::size_t i = 0; i < 16; ++i)
      pairs[i][0] = polynomial::log_inverse[i], pairs[i][1] = polynomial::log_of_inverse[i];
  }
  HWY_INLINE Entry operator()(W bits) const {
    alignas(32) std::uint64_t index[4];
    hn::Store(hn::And(hn::ShiftRight<48>(bits), hn::Set(w, 15)), w, index);
    auto const at = [&](std::size_t lane) HWY_ATTR { return _mm_load_pd(pairs[index[lane]]); };
    auto const even = _mm256_insertf128_pd(_mm256_castpd128_pd256(at(0)), at(2), 1);
    auto const odd = _mm256_insertf128_pd(_mm256_castpd128_pd256(at(1)), at(3), 1);
    return {V{_mm256_unpacklo_pd(even, odd)}, V{_mm256_unpackhi_pd(even, odd)}};
  }
};
#else
struct Table {
  HWY_INLINE Entry operator()(W bits) const {
    auto const index = hn::BitCast(hn::RebindToSigned<Doubles>{}, hn::And(hn::ShiftRight<48>(bits), hn::Set(w, 15)));
    return {hn::GatherIndex(d, polynomial::log_inverse, index), hn::GatherIndex(d, polynomial::log_of_inverse, index)};
  }
};
#endif
#endif

/// Registers that go through a kernel side by side: the steps of one fill the waits of the other.
template <std::size_t n>
struct Pack {
  V v[n];
};
#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t few = 2, many = 4;  // how many pay depends on how many registers the rest of the kernel leaves
#else
constexpr std::size_t few = 2, many = 2;
#endif

struct NegativeLog {
  Table table;

  template <std::size_t n>
  HWY_INLINE Pack<n> operator()(Pack<n> const& x) const {
    using namespace polynomial;
    Pack<n> r, tail, head;
    for (std::size_t i = 0; i < n; ++i) {
      auto const bits = hn::BitCast(w, x.v[i]);
      auto const entry = table(bits);
      r.v[i] = fused(significand(x.v[i]), entry.inverse, constant(-1));
      head.v[i] = hn::Sub(fused_negative(exponent(x.v[i]), constant(ln_2), entry.log), r.v[i]);
      tail.v[i] = constant(log_tail[7]);
    }
    for (int k = 6; k >= 0; --k)
      for (std::size_t i = 0; i < n; ++i) tail.v[i] = fused(tail.v[i], r.v[i], constant(log_tail[k]));
    for (std::size_t i = 0; i < n; ++i) tail.v[i] = fused(hn::Mul(r.v[i], r.v[i]), tail.v[i], head.v[i]);
    return tail;
  }
  HWY_INLINE V operator()(V x) const { return (*this)(Pack<1>{{x}}).v[0]; }
};

constexpr std::uint64_t sign_bit = 0x8000000000000000u;
HWY_INLINE V signed_by(V magnitude, W word) {
  return hn::BitCast(d, hn::OrAnd(hn::BitCast(w, magnitude), word, hn::Set(w, sign_bit)));
}
HWY_INLINE V flipped_by(V value, W word) {
  return hn::BitCast(d, hn::Xor(hn::BitCast(w, value), hn::And(word, hn::Set(w, sign_bit))));
}

/// out[i] = f(words[i]) for whole registers, n a multiple of sixteen.
template <class F>
HWY_INLINE void each(std::uint64_t const* words, double* out, std::size_t n, F f) {
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) hn::StoreU(f(hn::LoadU(w, words + i)), d, out + i);
}

/// out[i] = f(log(unit_open(words[i])), words[i]), where log may be the logarithm of the logarithm.
template <std::size_t at_once, class Log, class F>
HWY_INLINE void each_log(std::uint64_t const* words, double* out, std::size_t n, Log log, F f) {
  auto const lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < n; i += at_once * lanes) {
    Pack<at_once> u;
    for (std::size_t k = 0; k < at_once; ++k) u.v[k] = unit_open(hn::LoadU(w, words + i + k * lanes));
    auto const e = log(u);
    for (std::size_t k = 0; k < at_once; ++k)
      hn::StoreU(f(e.v[k], hn::LoadU(w, words + i + k * lanes)), d, out + i + k * lanes);
  }
}

/// out[i] = f(word) for n words from a row on, n a multiple of sixteen, which go from the generator through f in
/// registers: what is bound by stores and what is bound by the rounds of AES then run side by side. Says no where there
/// is no such way.
template <class F>
HWY_INLINE bool each_of_ars(Word128 key, std::uint64_t block, std::uint64_t first_row, double* out, std::size_t n,
                            F f) {
#if HWY_TARGET <= HWY_AVX3_DL
  auto const ars = expanded_ars(key);
  auto counter = ars.first_counters(4 * first_row, block);
  auto const store = [&](std::size_t i, W word) HWY_ATTR { hn::StoreU(f(word), d, out + 8 * i); };
  for (; n >= 32; n -= 32, out += 32) ars.draw<4>(counter, store);
  if (n > 0) ars.draw<2>(counter, store);
  return true;
#else
  (void)key, (void)block, (void)first_row, (void)out, (void)n, (void)f;
  return false;
#endif
}

bool uniform_of_ars(Word128 key, std::uint64_t block, std::uint64_t first_row, double* out, std::size_t n) {
  return each_of_ars(key, block, first_row, out, n, [](W word) HWY_ATTR { return unit_open(word); });
}
bool bernoulli_of_ars(Word128 key, std::uint64_t block, std::uint64_t first_row, double* out, std::size_t n,
                      std::uint64_t threshold) {
  auto const below = hn::Set(w, threshold);
  return each_of_ars(key, block, first_row, out, n, [&](W word) HWY_ATTR {
    return hn::IfThenElseZero(hn::RebindMask(d, hn::Lt(word, below)), constant(1));
  });
}

void uniform(std::uint64_t const* words, double* out, std::size_t n) {
  each(words, out, n, [](W word) HWY_ATTR { return unit_open(word); });
}

void exponential(std::uint64_t const* words, double* out, std::size_t n, double scale) {
  auto const by = constant(scale);
  each_log<few>(words, out, n, NegativeLog{}, [&](V e, W) HWY_ATTR { return hn::Mul(e, by); });
}

void laplace(std::uint64_t const* words, double* out, std::size_t n, double location, double scale) {
  auto const at = constant(location), by = constant(scale);
  each_log<many>(words, out, n, NegativeLog{}, [&](V e, W word) HWY_ATTR { return fused(signed_by(e, word), by, at); });
}

void gumbel(std::uint64_t const* words, double* out, std::size_t n, double location, double scale) {
  NegativeLog const log;
  auto const at = constant(location), by = constant(scale);
  each_log<many>(
      words, out, n, [&](auto const& u) HWY_ATTR { return log(log(u)); },
      [&](V g, W) HWY_ATTR { return fused(g, by, at); });
}

void geometric(std::uint64_t const* words, double* out, std::size_t n, double inverse_rate) {
  auto const by = constant(inverse_rate);
  each_log<many>(words, out, n, NegativeLog{}, [&](V e, W) HWY_ATTR { return hn::Floor(hn::Mul(e, by)); });
}

void two_sided_geometric(std::uint64_t const* words, double* out, std::size_t n, double location, double inverse_rate,
                         double shift) {
  auto const at = constant(location), by = constant(inverse_rate), plus = constant(shift);
  each_log<many>(words, out, n, NegativeLog{}, [&](V e, W word) HWY_ATTR {
    auto const whole = hn::Floor(fused(e, by, plus));
    return hn::Add(at, signed_by(hn::IfThenElseZero(hn::Gt(whole, hn::Zero(d)), whole), word));
  });
}

void bernoulli(std::uint64_t const* words, double* out, std::size_t n, std::uint64_t threshold) {
  auto const below = hn::Set(w, threshold);
  each(words, out, n,
       [&](W word) HWY_ATTR { return hn::IfThenElseZero(hn::RebindMask(d, hn::Lt(word, below)), constant(1)); });
}

/// Rows in pairs: eight radii, then eight angles; the cosines come first, then the sines.
void gaussian(std::uint64_t const* words, double* out, std::size_t n, double location, double scale) {
  using polynomial::cosine, polynomial::sine;
  NegativeLog const log;
  auto const at = constant(location), by = constant(scale);
  for (std::size_t row = 0; row < n; row += 16)
    for (std::size_t i = row; i < row + 8; i += hn::Lanes(d)) {
      auto const radius_word = hn::LoadU(w, words + i), angle_word = hn::LoadU(w, words + i + 8);
      auto const e = log(unit_open(radius_word));
      auto const radius = flipped_by(hn::Mul(hn::Sqrt(hn::Add(e, e)), by), angle_word);
      auto const t = fused(constant(2), unit_open(angle_word), constant(-1));
      auto const t2 = hn::Mul(t, t);
      auto s = fused(constant(sine[6]), t2, constant(sine[5]));
      s = fused(s, t2, constant(sine[4]));
      s = fused(s, t2, constant(sine[3]));
      s = fused(s, t2, constant(sine[2]));
      s = fused(s, t2, constant(sine[1]));
      s = fused(s, t2, constant(sine[0]));
      s = hn::Mul(s, t);
      auto c = fused(constant(cosine[7]), t2, constant(cosine[6]));
      c = fused(c, t2, constant(cosine[5]));
      c = fused(c, t2, constant(cosine[4]));
      c = fused(c, t2, constant(cosine[3]));
      c = fused(c, t2, constant(cosine[2]));
      c = fused(c, t2, constant(cosine[1]));
      c = fused(c, t2, constant(cosine[0]));
      auto const swap = hn::MaskFromVec(hn::BitCast(
          d, hn::BroadcastSignBit(hn::BitCast(hn::RebindToSigned<Doubles>{}, hn::ShiftLeft<1>(angle_word)))));
      hn::StoreU(fused(radius, hn::IfThenElse(swap, s, c), at), d, out + i);
      hn::StoreU(fused(radius, hn::IfThenElse(swap, c, s), at), d, out + i + 8);
    }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(uniform);
HWY_EXPORT(uniform_of_ars);
HWY_EXPORT(bernoulli_of_ars);
HWY_EXPORT(exponential);
HWY_EXPORT(laplace);
HWY_EXPORT(gumbel);
HWY_EXPORT(geometric);
HWY_EXPORT(two_sided_geometric);
HWY_EXPORT(bernoulli);
HWY_EXPORT(gaussian);

namespace {

constexpr std::size_t chunk = 512;  // words that stay in the nearest cache between the generator and the transform

/// Draws words chunk by chunk and turns each into variates: kernel(words, out, n), n a multiple of sixteen.
template <class Kernel>
void in_chunks(Stream& stream, std::span<double> out, Kernel kernel) {
  alignas(64) std::array<std::uint64_t, chunk> words;
  for (; out.size() >= chunk; out = out.subspan(chunk)) {
    stream.fill(words);
    kernel(words.data(), out.data(), chunk);
  }
  if (out.empty()) return;
  alignas(64) std::array<double, chunk> rest;
  auto const padded = (out.size() + 15) / 16 * 16;
  stream.fill(std::span{words}.first(padded));
  kernel(words.data(), rest.data(), padded);
  std::copy_n(rest.begin(), out.size(), out.begin());
}

}  // namespace

/// Words that need not be written down: kernel(key, block, row, out, n) for all of out but its last words, less than
/// sixteen, where the generator has such a way.
template <class Kernel>
std::span<double> in_one_go(Stream& stream, std::span<double> out, Kernel kernel) {
  auto const whole = out.size() / 16 * 16;
  auto const& key = stream.key();
  obey_environment();
  if (whole == 0 || key.generator != Generator::ars) return out;
  auto const row = (stream.position() + 7) / 8;
  if (!kernel(Word128{key.low, key.high}, stream.block(), row, out.data(), whole)) return out;
  stream.move_to(8 * row + whole);
  return out.subspan(whole);
}

void fill_uniform(Stream& stream, std::span<double> out) {
  out = in_one_go(stream, out, [](auto... x) { return HWY_DYNAMIC_DISPATCH(uniform_of_ars)(x...); });
  in_chunks(stream, out, [&](auto... x) { HWY_DYNAMIC_DISPATCH(uniform)(x...); });
}
void fill_exponential(Stream& stream, double scale, std::span<double> out) {
  in_chunks(stream, out, [&](auto... x) { HWY_DYNAMIC_DISPATCH(exponential)(x..., scale); });
}
void fill_laplace(Stream& stream, double location, double scale, std::span<double> out) {
  in_chunks(stream, out, [&](auto... x) { HWY_DYNAMIC_DISPATCH(laplace)(x..., location, scale); });
}
void fill_gumbel(Stream& stream, double location, double scale, std::span<double> out) {
  in_chunks(stream, out, [&](auto... x) { HWY_DYNAMIC_DISPATCH(gumbel)(x..., location, scale); });
}
void fill_gaussian(Stream& stream, double location, double scale, std::span<double> out) {
  in_chunks(stream, out, [&](auto... x) { HWY_DYNAMIC_DISPATCH(gaussian)(x..., location, scale); });
}
void fill_geometric(Stream& stream, double ratio, std::span<double> out) {
  auto const inverse_rate = scalar::inverse_rate(ratio);
  in_chunks(stream, out, [&](auto... x) { HWY_DYNAMIC_DISPATCH(geometric)(x..., inverse_rate); });
}
void fill_two_sided_geometric(Stream& stream, double location, double ratio, std::span<double> out) {
  auto const inverse_rate = scalar::inverse_rate(ratio), shift = scalar::two_sided_shift(ratio, inverse_rate);
  in_chunks(stream, out, [&](auto... x) {
    HWY_DYNAMIC_DISPATCH(two_sided_geometric)(x..., location, inverse_rate, shift);
  });
}
void fill_bernoulli(Stream& stream, std::uint64_t threshold, std::span<double> out) {
  out = in_one_go(stream, out, [&](auto... x) { return HWY_DYNAMIC_DISPATCH(bernoulli_of_ars)(x..., threshold); });
  in_chunks(stream, out, [&](auto... x) { HWY_DYNAMIC_DISPATCH(bernoulli)(x..., threshold); });
}

std::uint64_t count_bernoulli(Stream& stream, std::uint64_t threshold, std::uint64_t n) {
  WordRange const below{0, threshold};
  std::uint64_t count = 0;
  count_words_in(stream, n, ~std::uint64_t{0}, {&below, 1}, {&count, 1});
  return count;
}

std::uint64_t bernoulli_threshold(double probability) {
  if (!(probability > 0)) return 0;
  if (probability >= 1) return ~std::uint64_t{0};
  auto const scaled = std::nearbyint(std::ldexp(probability, 64));
  return scaled >= 0x1p64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(scaled);
}

}  // namespace warner::sim
#endif
