"""Prints marginals.cpp from UCI Adult: /usr/bin/python3 marginals.py adult.csv > marginals.cpp"""

import collections
import csv
import sys

LEFT_OUT = {"fnlwgt", "education_num"}  # the weight has 21,648 values; education_num goes with education


def counts_of(rows, column):
    if column == "education":
        return collections.Counter(f'{row["education"]},{row["education_num"]}' for row in rows)
    return collections.Counter(row[column] for row in rows)


def order(value):
    return (0, int(value), "") if value.isdigit() else (1, 0, value)


def main():
    with open(sys.argv[1], newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    columns = [name for name in reader.fieldnames if name not in LEFT_OUT]
    print('// Printed by results/figures/census/marginals.py from UCI Adult (Becker & Kohavi 1996, CC BY 4.0); not to be edited.')
    print('#include "results/figures/census/marginals.hpp"\n\nnamespace warner::results {\nnamespace {\n')
    for column in columns:
        counts = counts_of(rows, column)
        print(f"constexpr ValueCount {column}[] = {{")
        line = "   "
        for value in sorted(counts, key=order):
            item = f' {{"{value}", {counts[value]}}},'
            if len(line) + len(item) > 120:
                print(line)
                line = "   "
            line += item
        print(line + "\n};\n")
    print("constexpr Marginal all[] = {")
    for column in columns:
        print(f'    {{"{column}", {column}}},')
    print("};\n\n}  // namespace\n\nstd::span<Marginal const> marginals() { return all; }\n\n}  // namespace warner::results")


main()
