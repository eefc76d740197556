#pragma once

#include <cstddef>
#include <memory>

namespace warner::python {

/// Memory for what is kept a while, cut from large pieces in the order of asking. On Linux these are of large pages,
/// where the system has them: a small one costs more to touch first than to fill.
class Slabs {
 public:
  /// So many bytes, with no content yet. Their slab is given back when nothing of it is held any more.
  std::shared_ptr<char> cut(std::size_t bytes);

 private:
  std::shared_ptr<char> slab_{};
  std::size_t left_ = 0;
};

}  // namespace warner::python
