/*
 * banned.h - functions that shade does not call.
 *
 * Unsafe string functions are errors everywhere; the allocator only
 * outside base/ (which defines SHADE_BASE_ALLOCATOR where it must);
 * printing and exiting is the shell's business, so nowhere in lib/.
 */
#ifndef SHADE_BASE_BANNED_H
#define SHADE_BASE_BANNED_H

/* The libc headers must be read before their functions are poisoned. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef alloca
#undef strcpy
#undef strcat
#undef strtok
#undef sprintf
#undef vsprintf
#define BANNED(f) do_not_call_##f##_see_banned_h
#define strcpy(...) BANNED(strcpy)
#define strcat(...) BANNED(strcat)
#define strtok(...) BANNED(strtok)
#define sprintf(...) BANNED(sprintf)
#define vsprintf(...) BANNED(vsprintf)
#define gets(...) BANNED(gets)
#define atoi(...) BANNED(atoi)
#define atol(...) BANNED(atol)
#define atof(...) BANNED(atof)
#define alloca(...) BANNED(alloca)

/* Tests are programs: they may print, allocate and end. */
#ifndef SHADE_TEST
#define strerror(...) BANNED(strerror)
#define exit(...) BANNED(exit)
#define abort(...) BANNED(abort)
#define printf(...) BANNED(printf)
#define puts(...) BANNED(puts)
#define putchar(...) BANNED(putchar)
#define rand(...) BANNED(rand)

#ifndef SHADE_BASE_ALLOCATOR
#define malloc(...) BANNED(malloc)
#define calloc(...) BANNED(calloc)
#define realloc(...) BANNED(realloc)
#define strdup(...) BANNED(strdup)
#define strndup(...) BANNED(strndup)
#endif
#endif

#endif
