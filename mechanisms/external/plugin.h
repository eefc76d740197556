#ifndef WARNER_PLUGIN_H
#define WARNER_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A mechanism as a shared library, for `warner measure --plugin ./lib.so`: docs/external.md. It defines these two
 * functions, and is loaded by a process of its own, so that it may crash.
 *
 * How many numbers a release of this dataset has: the same for both datasets of a pair. */
size_t warner_columns(double const* dataset, size_t size);

/* Writes `trials` independent releases of the dataset, one after the other, each of warner_columns numbers. All
 * randomness from the seed makes the audit repeatable. Returns 0, or another number when it can not. */
int warner_release(double const* dataset, size_t size, uint64_t seed, size_t trials, double* out);

#ifdef __cplusplus
}
#endif

#endif
