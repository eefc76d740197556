#include "results/audit/words.hpp"

namespace warner::results {

std::string_view in_words(mechanisms::Relation relation) {
  switch (relation) {
    case mechanisms::Relation::one_differs: return "one answer differs";
    case mechanisms::Relation::all_differ: return "all answers may differ";
    default: return mechanisms::name_of(relation);
  }
}

}  // namespace warner::results
