"""Prints sim/polynomials.hpp: the polynomials of the sampling path, solved in 200-bit arithmetic.

    python3 sim/simd/coefficients.py > sim/polynomials.hpp          (needs mpmath)

Each is the interpolant at the Chebyshev points of its interval, rounded to doubles.
"""

import mpmath as mp

mp.mp.prec = 200


def chebyshev_fit(f, low, high, degree):
    n = degree + 1
    points = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    matrix = mp.matrix(n, n)
    for i, x in enumerate(points):
        for j in range(n):
            matrix[i, j] = x**j
    return list(mp.lu_solve(matrix, mp.matrix([f(x) for x in points])))


def tail_of_log(r):  # (r - log1p(r)) / r^2, by its series near 0
    if abs(r) < mp.mpf(2) ** -60:
        return mp.mpf(1) / 2 - r / 3
    return (r - mp.log1p(r)) / r**2


def constants(name, values, meaning):
    print(f"/// {meaning}")
    print(f"inline constexpr double {name}[{len(values)}] = {{")
    for i in range(0, len(values), 4):
        print("    " + ", ".join(float(v).hex() for v in values[i : i + 4]) + ",")
    print("};\n")


edge = mp.mpf("1.001") / 32
inverses = [mp.mpf(float(1 / (1 + mp.mpf(2 * i + 1) / 32))) for i in range(15)] + [mp.mpf("0.5")]

print("#pragma once\n")
print("// Printed by sim/simd/coefficients.py; not to be edited.\n")
print("namespace warner::sim::polynomial {\n")
constants("log_inverse", inverses, "1 / c_i, c_i near the middle of the i-th sixteenth of [1, 2), the last one 2.")
constants("log_of_inverse", [mp.log(a) for a in inverses], "log of the doubles in log_inverse.")
constants("log_tail", chebyshev_fit(tail_of_log, -edge, edge, 7), "(r - log1p(r)) / r^2 for |r| <= 1.001 / 32, powers of r upward.")
quarter = mp.pi / 4
constants("sine", chebyshev_fit(lambda s: mp.sin(quarter * mp.sqrt(s)) / mp.sqrt(s), mp.mpf(0), mp.mpf(1), 6),
          "sin(pi t / 4) / t for t in (-1, 1), powers of t^2 upward.")
constants("cosine", chebyshev_fit(lambda s: mp.cos(quarter * mp.sqrt(s)), mp.mpf(0), mp.mpf(1), 7),
          "cos(pi t / 4) for t in (-1, 1), powers of t^2 upward.")
print("inline constexpr double ln_2 = " + float(mp.log(2)).hex() + ";\n")
print("}  // namespace warner::sim::polynomial")
