// Sums of what holds, for the kernels that count: included once for each instruction set, without a guard that would
// stop that.

#if defined(WARNER_SIM_SIMD_ONE_MORE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARNER_SIM_SIMD_ONE_MORE_INL
#undef WARNER_SIM_SIMD_ONE_MORE_INL
#else
#define WARNER_SIM_SIMD_ONE_MORE_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One more in each lane where the mask holds.
template <class V, class Mask>
HWY_INLINE V one_more(V sum, Mask holds) {
#if HWY_TARGET <= HWY_AVX3
  return V{_mm512_mask_sub_epi64(sum.raw, holds.raw, sum.raw, hn::Not(hn::Zero(hn::DFromV<V>())).raw)};
#else
  return hn::Sub(sum, hn::VecFromMask(hn::DFromV<V>(), holds));  // a mask is -1
#endif
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
