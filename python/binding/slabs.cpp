#include "python/binding/slabs.hpp"

#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace warner::python {
namespace {

constexpr std::size_t large_page = std::size_t{1} << 21;  // of which a slab has one
using Memory = std::unique_ptr<char, decltype(&std::free)>;

/// @param bytes: a multiple of a large page's.
Memory in_large_pages(std::size_t bytes) {
  Memory memory{static_cast<char*>(std::aligned_alloc(large_page, bytes)), std::free};
  if (!memory) throw std::bad_alloc{};
#if defined(__linux__)
  ::madvise(memory.get(), bytes, MADV_HUGEPAGE);  // where that can't be, small pages serve
#endif
  return memory;
}

/// The slabs of this process that nobody holds.
class Idle {
 public:
  Memory take() {
    std::scoped_lock const lock{mutex_};
    if (slabs_.empty()) return in_large_pages(large_page);
    auto slab = std::move(slabs_.back());
    slabs_.pop_back();
    return slab;
  }
  void give_back(Memory slab) {
#if defined(__linux__)
    ::madvise(slab.get(), large_page, MADV_FREE);
#endif
    std::scoped_lock const lock{mutex_};
    slabs_.push_back(std::move(slab));
  }

 private:
  std::mutex mutex_;
  std::vector<Memory> slabs_;
};
Idle idle;

}  // namespace

std::shared_ptr<char> Slabs::cut(std::size_t bytes) {
  if (bytes > large_page) return in_large_pages((bytes + large_page - 1) / large_page * large_page);
  if (!slab_ || bytes > left_) {
    slab_ = {idle.take().release(), [](char* slab) { idle.give_back({slab, std::free}); }};
    left_ = large_page;
  }
  std::shared_ptr<char> const piece{slab_, slab_.get()};
  slab_ = {slab_, slab_.get() + bytes};
  left_ -= bytes;
  return piece;
}

}  // namespace warner::python
