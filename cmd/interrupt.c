#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

#include "shade.h"

/* A signal handler has nothing but globals to look at. */
static volatile sig_atomic_t n_seen;
static struct shade_env *volatile watched;

static void on_interrupt(int sig)
{
	struct shade_env *env = watched;

	if (n_seen >= 3) {
		signal(sig, SIG_DFL);
		raise(sig);
		return;
	}
	n_seen = n_seen + 1;
	if (env)
		shade_interrupt(env);
}

/* A file that is read became shorter; any other bus error ends the program. */
static void on_bus_error(int sig, siginfo_t *info, void *context)
{
	(void)context;
	if (!shade_map_fault(info->si_addr))
		signal(sig, SIG_DFL);
}

static void watch_bus_errors(void)
{
	struct sigaction sa = { .sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO };

	sigemptyset(&sa.sa_mask);
	sigaction(SIGBUS, &sa, NULL);
}

void interrupt_install(struct shade_env *env)
{
	struct sigaction sa = { .sa_handler = on_interrupt }, old;

	watched = env;
	watch_bus_errors();
	/* A job in the background is not for ^C. */
	if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
		return;
	/* No SA_RESTART: a blocked read or write must return. */
	sigemptyset(&sa.sa_mask);
	sigaction(SIGINT, &sa, NULL);
}

void interrupt_watch(struct shade_env *env)
{
	watched = env;
}

bool interrupt_seen(void)
{
	return n_seen > 0;
}

void interrupt_clear(void)
{
	n_seen = 0;
}
