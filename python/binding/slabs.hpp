#pragma once

#include <cstddef>
#include <memory>

namespace warner::python {

/// Memory for what is kept a while, cut from slabs in the order of asking. A slab of which nothing is held any more
/// serves whoever asks next; meanwhile the system may take its pages. On Linux they are large ones, where it has them:
/// a small one costs more to touch first than to fill (docs/decisions/0028).
class Slabs {
 public:
  /// So many bytes, with no content yet.
  std::shared_ptr<char> cut(std::size_t bytes);

 private:
  std::shared_ptr<char> slab_{};
  std::size_t left_ = 0;
};

}  // namespace warner::python
