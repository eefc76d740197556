#include "mechanisms/external/release/value.hpp"

namespace warner::mechanisms::external {

void Value::wrap_in_list() {
  nodes_.insert(nodes_.begin(), Node{.kind = Kind::list, .text = nodes_.empty() ? std::string_view{} : nodes_[0].text});
  for (auto& node : nodes_) ++node.end;
  close(0);
}

void Value::unwrap(std::size_t list) {
  auto const key = nodes_[list].key;
  nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(list));
  for (auto i = list; i < nodes_.size(); ++i) --nodes_[i].end;
  nodes_[list].key = key;
}

std::size_t children_of(Value const& value, std::size_t of) {
  std::size_t many = 0;
  for_each_child(value, of, [&](std::size_t, std::size_t) { ++many; });
  return many;
}

}  // namespace warner::mechanisms::external
