#include "mechanisms/external/remembered.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "mechanisms/external/arms.hpp"

namespace warner::mechanisms::external {
namespace {

class Memory {
 public:
  using Address = std::tuple<std::size_t, std::uint64_t, std::uint64_t, std::uint64_t, std::size_t>;

  explicit Memory(std::uint64_t most) : most_{most} {}

  /// Whether there is something there; then it is written to `out`.
  bool recall(Address const& address, Batch out) const {
    std::scoped_lock const lock{mutex_};
    auto const found = kept_.find(address);
    if (found == kept_.end()) return false;
    auto const* from = found->second.data();
    for (std::size_t j = 0; j < out.width(); ++j, from += out.releases())
      std::copy_n(from, out.releases(), out.column(j).begin());
    return true;
  }

  void keep(Address const& address, ConstBatch releases) {
    std::vector<double> numbers;
    for (std::size_t j = 0; j < releases.width(); ++j)
      numbers.insert(numbers.end(), releases.column(j).begin(), releases.column(j).end());
    std::scoped_lock const lock{mutex_};
    if (held_ + numbers.size() > most_) return;
    held_ += numbers.size();
    kept_.emplace(address, std::move(numbers));
  }

 private:
  std::uint64_t const most_;
  mutable std::mutex mutex_;
  std::uint64_t held_ = 0;
  std::map<Address, std::vector<double>> kept_;
};

class Remembered {
 public:
  Remembered(AnyMechanism mechanism, std::uint64_t most)
      : mechanism_{std::move(mechanism)}, memory_{std::make_shared<Memory>(most)} {}

  std::vector<Column> columns(Dataset const& arm) const { return mechanism_.columns(arm); }
  Guarantee guarantee() const { return mechanism_.guarantee(); }
  void release(Dataset const& arm, sim::Stream& stream, Batch out) const {
    Memory::Address const address{arm_of(arm), stream.key().low, stream.key().high, stream.block(), out.releases()};
    if (memory_->recall(address, out)) return;
    mechanism_.release(arm, stream, out);
    memory_->keep(address, out);
  }

 private:
  AnyMechanism mechanism_;
  std::shared_ptr<Memory> memory_;
};

}  // namespace

AnyMechanism remembered(AnyMechanism mechanism, std::uint64_t most) { return Remembered{std::move(mechanism), most}; }

}  // namespace warner::mechanisms::external
