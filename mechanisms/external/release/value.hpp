#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// A release, as a program says it: a tree of numbers, words, lists and maps, flat in memory.
///
/// Node 0 is the whole. A node's children follow it; `end` is the first node that is none of its own.
/// Texts point into what was read, or into the value itself: a value must not outlive its text.
class Value {
 public:
  enum class Kind : std::uint8_t {
    absent,  ///< there is nothing: where another release has something
    null,
    number,  ///< also true and false, and numbers and dates in strings
    word,
    list,
    map,
    error,  ///< a map with nothing but "error", or a line that begins with !error: its one child is the message
  };
  struct Node {
    Kind kind = Kind::null;
    bool in_quotes = false;  ///< a string: a number or a date in quotes is one all the same
    bool rounded = false;    ///< a whole number that no double equals
    bool is_date = false;
    std::uint32_t end = 0;    ///< the node after it and all of its own
    double number = 0;        ///< a date is its days since 1970-01-01
    std::string_view text{};  ///< as it was said; of a word, without its quotes
    std::string_view key{};   ///< of a member of a map
  };

  Value() = default;
  Value(Value&&) = default;
  Value& operator=(Value&&) = default;

  std::vector<Node> const& nodes() const { return nodes_; }
  Node const& operator[](std::size_t i) const { return nodes_[i]; }

  void clear() {
    nodes_.clear();
    if (!kept_.empty()) kept_.clear();
  }
  /// Adds a node; its end is the next place until close(i) says otherwise. @return its place.
  std::size_t add(Node const& node) {
    nodes_.push_back(node);
    nodes_.back().end = static_cast<std::uint32_t>(nodes_.size());
    return nodes_.size() - 1;
  }
  void close(std::size_t i) { nodes_[i].end = static_cast<std::uint32_t>(nodes_.size()); }
  /// Puts a list around all there is.
  void wrap_in_list();
  /// The list at a place, the last node that ends, has one child, which takes its place and its key.
  void unwrap(std::size_t list);
  Node& at(std::size_t i) { return nodes_[i]; }
  void drop_from(std::size_t i) { nodes_.resize(i); }
  /// A text that lives as long as the value.
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

 private:
  std::vector<Node> nodes_;
  std::deque<std::string> kept_;
};

/// The children of a node, one after the other: `visit(place, index)`.
template <class Visit>
void for_each_child(Value const& value, std::size_t of, Visit const& visit) {
  std::size_t index = 0;
  for (auto i = of + 1; i < value[of].end; i = value[i].end) visit(i, index++);
}

std::size_t children_of(Value const& value, std::size_t of);

}  // namespace warner::mechanisms::external
