#ifndef WARNER_PLUGIN_H
#define WARNER_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A mechanism as a shared library, for `warner measure --plugin ./lib.so`: docs/external.md. It defines the
 * first two functions, or those of version 2, and is loaded by a process of its own, so that it may crash.
 *
 * How many numbers a release of this dataset has: the same for both datasets of a pair. */
size_t warner_columns(double const* dataset, size_t size);

/* Writes `trials` independent releases of the dataset, one after the other, each of warner_columns numbers. All
 * randomness from the seed makes the audit repeatable. Returns 0, or another number when it can not. */
int warner_release(double const* dataset, size_t size, uint64_t seed, size_t trials, double* out);

/* Version 2, all of it optional: a library without these functions works as before.
 *
 * What the library says of itself, a JSON object: {"name": "counts", "version": "3", "claim": {"epsilon": 1},
 * "relation": "add-remove", "seeded": true}. See docs/external.md. */
char const* warner_hello(void);

/* With the next three, data may have any shape, and are read once; warner_columns and warner_release are then not
 * called, and need not be there.
 *
 * Reads a dataset: JSON of so many bytes, without a zero at the end. Returns what the two others are handed, or a null
 * pointer when it can not. It is kept until the process ends. */
void* warner_prepare(char const* json, size_t size);

/* How many numbers a release of it has: the same for all datasets. */
size_t warner_prepared_columns(void const* prepared);

/* As warner_release, of a dataset that was prepared. */
int warner_prepared_release(void const* prepared, uint64_t seed, size_t trials, double* out);

#ifdef __cplusplus
}
#endif

#endif
