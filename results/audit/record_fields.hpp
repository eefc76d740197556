#pragma once

#include "results/audit/fields.hpp"
#include "results/audit/record.hpp"

namespace warner::results {

/// Every member of a record, in its order. A new one is a variable of Record, a line in the source, and what fills it.
Fields<Record> const& record_fields();

/// The members of `claim`, which the digest is of, too.
Fields<Record> const& claim_fields();

/// The two datasets as a program reads them.
Json datasets_json(mechanisms::external::WrittenPair const& datasets);

}  // namespace warner::results
