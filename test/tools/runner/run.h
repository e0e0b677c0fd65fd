/*
 * run.h - the records of one file against one environment.
 */
#ifndef SHADE_TEST_RUNNER_RUN_H
#define SHADE_TEST_RUNNER_RUN_H

#include <stdio.h>

/* What the parent process sees of a run, also after a crash of it. */
struct tally {
	size_t passed, failed;
	size_t line; /* of the record that runs */
};

struct run_options {
	const char *data; /* ${DATA} */
	const char *tmp; /* ${TMP}: a fresh folder */
	size_t n_set; /* settings for every environment: key, value, .. */
	const char *const *set;
};

/* Failures go to out as "file:line: ...". */
void run_file(const char *path, const struct run_options *options, struct tally *tally,
	      FILE *out);

#endif
