#include "func/text.h"

shade_status array_concat(struct func_call *fc, const struct vector *args, size_t n_args,
			  size_t n, struct vector *out)
{
	(void)args, (void)n_args, (void)n, (void)out;
	return shade_fail(fc->cx, SHADE_E_UNSUPPORTED, fc->span,
			  "not supported yet: joining arrays with ||");
}
