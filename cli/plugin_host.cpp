#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/plugin.h"
#include "mechanisms/external/release/limits.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

template <class Function>
Function* function_of(void* library, std::string const& path, char const* name) {
  auto* const found = ::dlsym(library, name);
  require(found != nullptr, fmt::format("{}: has no function {} (see mechanisms/external/plugin.h)", path, name));
  return reinterpret_cast<Function*>(found);
}

template <class Function>
Function* optional_function_of(void* library, char const* name) {
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

using Json = nlohmann::ordered_json;
using Numbers = std::vector<double>;

void write_out(std::string_view answer) {
  require(std::fwrite(answer.data(), 1, answer.size(), stdout) == answer.size() && std::fflush(stdout) == 0,
          "standard output: can not be written");
}

/// A shared library as it answers: datasets are handed over once, then releases of one of them are asked for.
class Library {
 public:
  virtual ~Library() = default;
  virtual void prepare(std::size_t dataset, std::string_view json) = 0;
  virtual void answer(std::size_t dataset, std::size_t trials, std::uint64_t seed) = 0;
};

std::size_t checked_width(std::size_t width, std::string const& path, char const* function) {
  require(width >= 1 && width <= mechanisms::external::most_columns,
          fmt::format("{}: {}: {} numbers a release (1 to {} can be audited)", path, function, width,
                      mechanisms::external::most_columns));
  return width;
}

/// Little-endian float64, as a hello with `binary` promises.
void write_out(std::span<double> numbers) {
  if constexpr (std::endian::native == std::endian::big)
    for (auto& x : numbers) x = std::bit_cast<double>(__builtin_bswap64(std::bit_cast<std::uint64_t>(x)));
  write_out(std::string_view{reinterpret_cast<char const*>(numbers.data()), numbers.size_bytes()});
}

/// What it says of itself, besides what its host says for it; empty where it says nothing.
Json hello_of(void* library) {
  auto* const hello = optional_function_of<decltype(warner_hello)>(library, "warner_hello");
  if (!hello) return {};
  auto const* const text = hello();
  require(text != nullptr, "warner_hello: it returned no text");
  require(
      !mechanisms::external::is_too_deep(text),
      fmt::format("warner_hello: its lists lie more than {} deep in each other", mechanisms::external::deepest_json));
  auto const said = Json::parse(text, nullptr, false);
  require(said.is_object(), "warner_hello: it is no JSON object");
  Json whole{{"warner", 2}};
  whole.update(said);
  return whole;
}

/// One that takes lists of numbers. They are chosen without a branch: the library alone decides how long an answer
/// takes. Releases of a pair are float64. Those of many datasets may differ in width, and are lines of text.
class OfNumbers : public Library {
 public:
  OfNumbers(void* library, std::string const& path)
      : path_{path},
        columns_{function_of<decltype(warner_columns)>(library, path, "warner_columns")},
        release_{function_of<decltype(warner_release)>(library, path, "warner_release")},
        hello_(hello_of(library)) {}

  void prepare(std::size_t dataset, std::string_view json) override {
    auto const read = Json::parse(mechanisms::external::literals_as_texts(json), nullptr, false);
    auto const is_number = [](Json const& item) { return item.is_number() || item.is_string(); };
    require(read.is_array() && std::ranges::all_of(read, is_number),
            fmt::format("{}: its warner_release takes lists of numbers (one with warner_prepare takes any data: see "
                        "mechanisms/external/plugin.h)",
                        path_));
    if (datasets_.size() <= dataset) datasets_.resize(dataset + 1), sizes_.resize(dataset + 1);
    is_prepared_.resize(datasets_.size());
    is_prepared_[dataset] = true;
    auto const text_of = [](Json const& item) {
      auto const literal = mechanisms::external::texts_as_literals(item.dump());
      return literal.starts_with('"') ? item.get<std::string>() : literal;
    };
    for (auto const& item : read)
      datasets_[dataset].push_back(item.is_number() ? item.get<double>() : real_from("dataset", text_of(item)));
    sizes_[dataset] = datasets_[dataset].size();
    chosen_.resize(std::max(chosen_.size(), sizes_[dataset]));
    for (auto& numbers : datasets_) numbers.resize(chosen_.size());
  }

  void answer(std::size_t dataset, std::size_t trials, std::uint64_t seed) override {
    if (are_a_pair())
      mechanisms::external::select(dataset == 1, std::span{std::as_const(datasets_[0])},
                                   std::span{std::as_const(datasets_[1])}, std::span{chosen_});
    else chosen_ = datasets_.at(dataset);
    auto const size = sizes_.at(dataset), width = width_of(chosen_, size);
    if (!is_greeted_) greet();
    out_.assign(trials * width, 0.0);
    auto const failure = release_(chosen_.data(), size, seed, trials, out_.data());
    require(failure == 0, fmt::format("{}: warner_release returned {}", path_, failure));
    if (is_binary_) return write_out(out_);
    text_.clear();
    for (std::size_t i = 0; i < out_.size(); ++i)
      fmt::format_to(std::back_inserter(text_), "{}{}", out_[i], (i + 1) % width == 0 ? '\n' : ',');
    write_out(text_);
  }

 private:
  std::size_t width_of(Numbers const& numbers, std::size_t size) const {
    return checked_width(columns_(numbers.data(), size), path_, "warner_columns");
  }

  /// Another process may have failed on one of two, which this one never gets.
  bool are_a_pair() const { return is_prepared_ == std::vector{true, true}; }

  void greet() {
    is_greeted_ = true;
    if (are_a_pair()) {
      auto const width = width_of(datasets_[0], sizes_[0]);
      is_binary_ = width == width_of(datasets_[1], sizes_[1]);
      if (is_binary_) hello_["warner"] = 2, hello_["binary"] = width;
    }
    if (!hello_.empty()) write_out(hello_.dump() + "\n");
  }

  std::string path_;
  decltype(warner_columns)* columns_;
  decltype(warner_release)* release_;
  Json hello_;
  std::vector<Numbers> datasets_;
  std::vector<bool> is_prepared_;
  std::vector<std::size_t> sizes_;
  Numbers chosen_, out_;
  std::string text_;
  bool is_greeted_ = false, is_binary_ = false;
};

/// One that reads any JSON, once, and answers in float64.
class OfPrepared : public Library {
 public:
  OfPrepared(void* library, std::string const& path)
      : path_{path},
        prepare_{function_of<decltype(warner_prepare)>(library, path, "warner_prepare")},
        columns_{function_of<decltype(warner_prepared_columns)>(library, path, "warner_prepared_columns")},
        release_{function_of<decltype(warner_prepared_release)>(library, path, "warner_prepared_release")},
        hello_(hello_of(library)) {
    if (hello_.empty()) hello_["warner"] = 2;
  }

  void prepare(std::size_t dataset, std::string_view json) override {
    if (prepared_.size() <= dataset) prepared_.resize(dataset + 1);
    prepared_[dataset] = prepare_(json.data(), json.size());
    require(prepared_[dataset] != nullptr, fmt::format("{}: warner_prepare can not read a dataset", path_));
  }

  void answer(std::size_t dataset, std::size_t trials, std::uint64_t seed) override {
    auto const* const data = prepared_.at(dataset);
    auto const width = checked_width(columns_(data), path_, "warner_prepared_columns");
    if (width_ == 0) {
      hello_["binary"] = width_ = width;
      write_out(hello_.dump() + "\n");
    }
    require(width == width_, fmt::format("{}: warner_prepared_columns: {} numbers a release of one dataset, and {} of "
                                         "another (fill the shorter ones up)",
                                         path_, width_, width));
    out_.assign(trials * width, 0.0);
    auto const failure = release_(data, seed, trials, out_.data());
    require(failure == 0, fmt::format("{}: warner_prepared_release returned {}", path_, failure));
    write_out(out_);
  }

 private:
  std::string path_;
  decltype(warner_prepare)* prepare_;
  decltype(warner_prepared_columns)* columns_;
  decltype(warner_prepared_release)* release_;
  Json hello_;
  std::vector<void*> prepared_;
  std::size_t width_ = 0;
  Numbers out_;
};

/// The text after "data" in a line {"prepare": 1, "data": ...}: it may be long, and is not parsed here.
std::string_view data_in(std::string_view line) {
  constexpr std::string_view key = "\"data\": ";
  auto const from = line.find(key) + key.size();
  return line.substr(from, line.rfind('}') - from);
}

/// What is asked for, in a line {"prepared": 0, "trials": 1, "seed": 2}.
struct Request {
  std::size_t dataset = 0, trials = 0;
  std::uint64_t seed = 0;

  /// All digits are read alike: JSON's own reading of a number branches at a zero, which tells datasets apart.
  explicit Request(std::string_view line) {
    std::array<std::uint64_t, 3> numbers{};
    for (auto& number : numbers) {
      auto const from = line.find(": "), end = line.find_first_of(",}", from);
      require(end != std::string_view::npos, "plugin-host: a request has three numbers, {\"prepared\": 0, ..}");
      for (auto const character : line.substr(from + 2, end - from - 2))
        number = 10 * number + (character & 0xF);  // of a space: 0
      line.remove_prefix(end + 1);
    }
    dataset = numbers[0], trials = numbers[1], seed = numbers[2];
  }
};

/// Answers requests as a program of one's own would (docs/external.md), by the functions of a shared library.
ExitCode host(std::string const& path) {
  auto* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  require(handle != nullptr, fmt::format("{}: can not be loaded ({})", path, handle ? "" : ::dlerror()));
  std::unique_ptr<Library> library;
  if (::dlsym(handle, "warner_prepare")) library = std::make_unique<OfPrepared>(handle, path);
  else library = std::make_unique<OfNumbers>(handle, path);
  constexpr std::string_view prepare = "{\"prepare\": ";
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with(prepare)) {
      library->prepare(std::stoull(line.substr(prepare.size(), 20)), data_in(line));
      continue;
    }
    Request const request{line};
    library->answer(request.dataset, request.trials, request.seed);
  }
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_plugin_host(Command& app) {
  auto command =
      app.add_subcommand("plugin-host", "What --plugin starts: answers requests by the functions of a shared library");
  command.group("");  // for programs, not for people
  auto const path = std::make_shared<std::string>();
  command.add_option("library", *path, "The shared library").required();
  return {command, [path] { return host(*path); }};
}

}  // namespace warner::cli
