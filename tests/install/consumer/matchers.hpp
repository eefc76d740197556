#pragma once
// Mechanisms of this project: one as Warner knows them, and a function on data of its own.
#include <random>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/variates.hpp"

struct Person {
  std::string name;
  int age;
};

inline std::vector<Person> const everybody{{"ann", 40}, {"bob", 39}}, without_ann{{"bob", 39}};

/// How many are forty, with two-sided geometric noise.
struct CountForties {
  double p;  // of the noise: epsilon = -ln(1 - p)
  int operator()(std::vector<Person> const& people, std::mt19937_64& random) const {
    std::geometric_distribution<int> noise{p};
    int count = 0;
    for (auto const& person : people) count += person.age >= 40;
    count += noise(random);
    return count - noise(random);
  }
};

struct NoisyAnswer {
  double scale;
  std::vector<warner::mechanisms::Column> columns(warner::mechanisms::Dataset const&) const {
    return {{"answer", warner::mechanisms::Column::Kind::real}};
  }
  void release(warner::mechanisms::Dataset const& answer, warner::sim::Stream& stream,
               warner::mechanisms::Batch out) const {
    warner::sim::fill_laplace(stream, answer[0], scale, out.column(0));
  }
  warner::mechanisms::Guarantee guarantee() const { return warner::mechanisms::PureDp{1}; }
};
