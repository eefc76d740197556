#pragma once

#include <ostream>
#include <string>

namespace warner::cli {

/// Prints a list of JSON as its items come; it is one as soon as the object goes, however it ends.
class JsonList {
 public:
  explicit JsonList(std::ostream& out) : out_{out} { out_ << "["; }
  ~JsonList() { out_ << "\n]\n"; }
  JsonList(JsonList const&) = delete;
  JsonList& operator=(JsonList const&) = delete;

  void add(std::string const& item) {
    out_ << (is_empty_ ? "\n" : ",\n") << item << std::flush;
    is_empty_ = false;
  }

 private:
  std::ostream& out_;
  bool is_empty_ = true;
};

}  // namespace warner::cli
