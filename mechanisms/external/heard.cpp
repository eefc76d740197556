#include "mechanisms/external/heard.hpp"

namespace warner::mechanisms::external {

void Heard::add(std::string_view more) {
  text_.erase(0, from_);
  looked_at_ -= from_;
  from_ = 0;
  text_ += more;
}

void Heard::end() {
  if (bytes_ == 0 && !rest().empty() && rest().back() != '\n') add("\n");
}

std::optional<std::string_view> Heard::next() {
  auto end = from_ + bytes_;
  if (bytes_ == 0) end = text_.find('\n', looked_at_);
  if (end == std::string::npos || end > text_.size()) {
    looked_at_ = text_.size();
    return std::nullopt;
  }
  auto const release = std::string_view{text_}.substr(from_, end - from_);
  from_ = looked_at_ = end + (bytes_ > 0 ? 0 : 1);
  return release;
}

}  // namespace warner::mechanisms::external
