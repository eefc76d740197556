#include "python/binding/slabs.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace warner::python {
namespace {

constexpr std::size_t large_page = std::size_t{1} << 21;

std::shared_ptr<char> new_slab(std::size_t bytes) {
  auto* const memory = std::aligned_alloc(large_page, bytes);
  if (!memory) throw std::bad_alloc{};
#if defined(__linux__)
  ::madvise(memory, bytes, MADV_HUGEPAGE);  // where that can't be, small pages serve
#endif
  return {static_cast<char*>(memory), std::free};
}

}  // namespace

std::shared_ptr<char> Slabs::cut(std::size_t bytes) {
  if (!slab_ || bytes > left_) {
    left_ = (std::max<std::size_t>(bytes, 1) + large_page - 1) / large_page * large_page;
    slab_ = new_slab(left_);
  }
  std::shared_ptr<char> const piece{slab_, slab_.get()};
  slab_ = {slab_, slab_.get() + bytes};
  left_ -= bytes;
  return piece;
}

}  // namespace warner::python
