# mknodes.awk - nodes.def to ast_nodes.h or ast_nodes.c.
#
#	mawk -v out=h -f mknodes.awk nodes.def >ast_nodes.h
#	mawk -v out=c -f mknodes.awk nodes.def >ast_nodes.c

function fail(msg)
{
	printf "%s:%d: %s\n", FILENAME, FNR, msg >"/dev/stderr"
	bad = 1
	exit 1
}

function comment_of(line)
{
	if (!match(line, /#/))
		return ""
	line = substr(line, RSTART + 1)
	gsub(/^[ \t]+|[ \t]+$/, "", line)
	gsub(/\*\//, "* /", line)
	gsub(/\/\*/, "/ *", line)
	return line
}

/^[ \t]*#/ || /^[ \t]*$/ { next }

{
	note = comment_of($0)
	text = $0
	sub(/#.*/, "", text)
	n = split(text, w, /[ \t]+/)
	# A leading tab gives an empty first word; trailing blanks a last one.
	first = 1
	if (w[1] == "")
		first = 2
	while (n >= first && w[n] == "")
		n--
}

/^enum / {
	inside = "enum"
	n_enums++
	enum_name[n_enums] = w[2]
	enum_note[n_enums] = note
	is_enum[w[2]] = 1
	next
}

/^node / {
	inside = "node"
	n_nodes++
	node_name[n_nodes] = w[2]
	node_note[n_nodes] = note
	next
}

inside == "enum" {
	k = ++n_consts[n_enums]
	const[n_enums, k] = w[first]
	const_note[n_enums, k] = note
	next
}

inside == "node" {
	type = w[first]
	name = w[first + 1]
	sub_type = ""
	if (type == "enum") {
		sub_type = w[first + 1]
		name = w[first + 2]
	}
	if (name == "")
		fail("field without a name")
	quiet = 0
	if (substr(type, 1, 1) == "~") {
		quiet = 1
		type = substr(type, 2)
	}
	if (type !~ /^(node|list|str|bool|int|enum)$/)
		fail("unknown field type " type)
	k = ++n_fields[n_nodes]
	f_type[n_nodes, k] = type
	f_enum[n_nodes, k] = sub_type
	f_name[n_nodes, k] = name
	f_note[n_nodes, k] = note
	f_quiet[n_nodes, k] = quiet
	next
}

{ fail("line outside of enum and node") }

function c_note(s) { return s == "" ? "" : " /* " s " */" }

function c_type(i, k,	t)
{
	t = f_type[i, k]
	if (t == "node")
		return "struct ast *"
	if (t == "list")
		return "struct ast_list "
	if (t == "str")
		return "struct str "
	if (t == "bool")
		return "bool "
	if (t == "int")
		return "int64_t "
	return "enum ast_" f_enum[i, k] " "
}

function header(	i, k)
{
	print "/* Generated from lib/ast/nodes.def by mknodes.awk; included by ast/ast.h. */"
	print "#ifndef SHADE_AST_NODES_H\n#define SHADE_AST_NODES_H\n"
	print "enum ast_kind {\n\tAST_NONE,"
	for (i = 1; i <= n_nodes; i++)
		print "\tAST_" toupper(node_name[i]) ","
	print "\tAST_N_KINDS\n};\n"
	for (i = 1; i <= n_nodes; i++)
		print "#define AST_KIND_OF_" node_name[i] " AST_" toupper(node_name[i])
	print "\nstruct ast {\n\tenum ast_kind kind;\n\tuint32_t height; /* 1 + that of the highest child */"
	print "\tstruct span span; /* in the statement's text */\n};\n"
	print "/* Begins every node, so that n->span and &n->head both read well. */"
	print "#define AST_HEAD \\\n\tunion { \\\n\t\tstruct ast head; \\\n\t\tstruct { \\"
	print "\t\t\tenum ast_kind kind; \\\n\t\t\tuint32_t height; \\\n\t\t\tstruct span span; \\\n\t\t}; \\\n\t}\n"
	for (i = 1; i <= n_enums; i++) {
		print "enum ast_" enum_name[i] " {" c_note(enum_note[i])
		for (k = 1; k <= n_consts[i]; k++)
			print "\tAST_" toupper(enum_name[i]) "_" const[i, k] "," \
			      c_note(const_note[i, k])
		print "\tAST_N_" toupper(enum_name[i]) "\n};\n"
		print "const char *ast_" enum_name[i] "_name(enum ast_" enum_name[i] " value);\n"
	}
	for (i = 1; i <= n_nodes; i++) {
		if (node_note[i] != "")
			print "/* " node_note[i] " */"
		print "struct ast_" node_name[i] " {\n\tAST_HEAD;"
		for (k = 1; k <= n_fields[i]; k++)
			print "\t" c_type(i, k) f_name[i, k] ";" c_note(f_note[i, k])
		print "};\n"
	}
	print "#endif"
}

function open_func(head)
{
	print head "\n{"
}

function body_walk(	i, k, any)
{
	open_func("bool ast_walk_children(struct ast *node, bool (*fn)(struct ast **child, void *arg),\n\t\t       void *arg)")
	print "\tswitch (node->kind) {"
	for (i = 1; i <= n_nodes; i++) {
		any = 0
		for (k = 1; k <= n_fields[i]; k++)
			if (f_type[i, k] == "node" || f_type[i, k] == "list")
				any = 1
		if (!any)
			continue
		print "\tcase AST_" toupper(node_name[i]) ": {"
		print "\t\tstruct ast_" node_name[i] " *n = (void *)node;"
		for (k = 1; k <= n_fields[i]; k++) {
			if (f_type[i, k] == "node")
				print "\t\tif (n->" f_name[i, k] " && !fn(&n->" f_name[i, k] ", arg))\n\t\t\treturn false;"
			else if (f_type[i, k] == "list")
				print "\t\tif (!walk_list(&n->" f_name[i, k] ", fn, arg))\n\t\t\treturn false;"
		}
		print "\t\treturn true;\n\t}"
	}
	print "\tdefault:\n\t\treturn true;\n\t}\n}\n"
}

function body_copy(	i, k, t)
{
	open_func("struct ast *ast_copy(struct arena *a, const struct ast *node)")
	print "\tif (!node)\n\t\treturn NULL;"
	print "\tstruct ast *copy = arena_dup(a, node, node_size[node->kind]);\n"
	print "\tswitch (node->kind) {"
	for (i = 1; i <= n_nodes; i++) {
		print "\tcase AST_" toupper(node_name[i]) ": {"
		print "\t\tstruct ast_" node_name[i] " *n = (void *)copy;\n\n\t\t(void)n;"
		for (k = 1; k <= n_fields[i]; k++) {
			t = f_type[i, k]
			if (t == "node")
				print "\t\tn->" f_name[i, k] " = ast_copy(a, n->" f_name[i, k] ");"
			else if (t == "list")
				print "\t\tcopy_list(a, &n->" f_name[i, k] ");"
			else if (t == "str")
				print "\t\tif (n->" f_name[i, k] ".p)\n\t\t\tn->" f_name[i, k] " = str_dup(a, n->" f_name[i, k] ");"
		}
		print "\t\tbreak;\n\t}"
	}
	print "\tcase AST_NONE:\n\tcase AST_N_KINDS:\n\t\tbreak;\n\t}\n\treturn copy;\n}\n"
}

function body_equal(	i, k, t, f, any)
{
	open_func("bool ast_equal(const struct ast *x, const struct ast *y)")
	print "\tif (!x || !y)\n\t\treturn x == y;"
	print "\tif (x->kind != y->kind)\n\t\treturn false;"
	print "\tswitch (x->kind) {"
	for (i = 1; i <= n_nodes; i++) {
		any = 0
		for (k = 1; k <= n_fields[i]; k++)
			if (!f_quiet[i, k])
				any = 1
		print "\tcase AST_" toupper(node_name[i]) ": {"
		if (!any) {
			print "\t\treturn true;\n\t}"
			continue
		}
		print "\t\tconst struct ast_" node_name[i] " *a = (const void *)x;"
		print "\t\tconst struct ast_" node_name[i] " *b = (const void *)y;\n"
		for (k = 1; k <= n_fields[i]; k++) {
			if (f_quiet[i, k])
				continue
			t = f_type[i, k]
			f = f_name[i, k]
			if (t == "node")
				print "\t\tif (!ast_equal(a->" f ", b->" f "))"
			else if (t == "list")
				print "\t\tif (!equal_list(&a->" f ", &b->" f "))"
			else if (t == "str")
				print "\t\tif (!equal_str(a->" f ", b->" f "))"
			else
				print "\t\tif (a->" f " != b->" f ")"
			print "\t\t\treturn false;"
		}
		print "\t\treturn true;\n\t}"
	}
	print "\tcase AST_NONE:\n\tcase AST_N_KINDS:\n\t\tbreak;\n\t}\n\treturn true;\n}\n"
}

function body_dump(	i, k, t, f, u)
{
	open_func("void ast_dump_fields(const struct ast *node, size_t depth, struct sbuf *out)")
	print "\tswitch (node->kind) {"
	for (u = 1; u <= 1; u++)
	for (i = 1; i <= n_nodes; i++) {
		print "\tcase AST_" toupper(node_name[i]) ": {"
		print "\t\tconst struct ast_" node_name[i] " *n = (const void *)node;\n\n\t\t(void)n;"
		for (k = 1; k <= n_fields[i]; k++) {
			if (f_quiet[i, k])
				continue
			t = f_type[i, k]
			f = f_name[i, k]
			if (t == "node" || t == "list")
				continue
			if (t == "str")
				print "\t\tast_dump_str(\"" f "\", n->" f ", out);"
			else if (t == "bool")
				print "\t\tast_dump_bool(\"" f "\", n->" f ", out);"
			else if (t == "int")
				print "\t\tast_dump_int(\"" f "\", n->" f ", out);"
			else
				print "\t\tast_dump_enum(\"" f "\", n->" f ", ast_" f_enum[i, k] "_name(n->" f "), out);"
		}
		for (k = 1; k <= n_fields[i]; k++) {
			t = f_type[i, k]
			f = f_name[i, k]
			if (t == "node")
				print "\t\tast_dump_node(\"" f "\", n->" f ", depth, out);"
			else if (t == "list")
				print "\t\tast_dump_list(\"" f "\", &n->" f ", depth, out);"
		}
		print "\t\tbreak;\n\t}"
	}
	print "\tcase AST_NONE:\n\tcase AST_N_KINDS:\n\t\tbreak;\n\t}\n}\n"
}

function source(	i, k)
{
	print "/* Generated from lib/ast/nodes.def by mknodes.awk. */"
	print "#include \"ast/ast.h\"\n#include \"ast/ast_internal.h\"\n"
	print "static const char *const kind_names[AST_N_KINDS] = {\n\t[AST_NONE] = \"none\","
	for (i = 1; i <= n_nodes; i++)
		print "\t[AST_" toupper(node_name[i]) "] = \"" node_name[i] "\","
	print "};\n"
	print "static const size_t node_size[AST_N_KINDS] = {\n\t[AST_NONE] = sizeof(struct ast),"
	for (i = 1; i <= n_nodes; i++)
		print "\t[AST_" toupper(node_name[i]) "] = sizeof(struct ast_" node_name[i] "),"
	print "};\n"
	print "const char *ast_kind_name(enum ast_kind kind)\n{\n\treturn kind_names[kind];\n}\n"
	print "size_t ast_kind_size(enum ast_kind kind)\n{\n\treturn node_size[kind];\n}\n"
	for (i = 1; i <= n_enums; i++) {
		print "const char *ast_" enum_name[i] "_name(enum ast_" enum_name[i] " value)\n{"
		print "\tstatic const char *const names[AST_N_" toupper(enum_name[i]) "] = {"
		for (k = 1; k <= n_consts[i]; k++)
			print "\t\t[AST_" toupper(enum_name[i]) "_" const[i, k] "] = \"" const[i, k] "\","
		print "\t};\n\n\treturn names[value];\n}\n"
	}
	print "static bool walk_list(struct ast_list *list, bool (*fn)(struct ast **child, void *arg),"
	print "\t\t      void *arg)\n{\n\tfor (size_t i = 0; i < list->n; i++) {"
	print "\t\tif (list->v[i] && !fn(&list->v[i], arg))\n\t\t\treturn false;\n\t}\n\treturn true;\n}\n"
	print "static void copy_list(struct arena *a, struct ast_list *list)\n{"
	print "\tstruct ast_list copy = { 0 };\n"
	print "\tfor (size_t i = 0; i < list->n; i++)\n\t\tast_push(a, &copy, ast_copy(a, list->v[i]));"
	print "\t*list = copy;\n}\n"
	print "static bool equal_list(const struct ast_list *x, const struct ast_list *y)\n{"
	print "\tif (x->n != y->n)\n\t\treturn false;"
	print "\tfor (size_t i = 0; i < x->n; i++) {\n\t\tif (!ast_equal(x->v[i], y->v[i]))\n\t\t\treturn false;\n\t}\n\treturn true;\n}\n"
	print "static bool equal_str(struct str x, struct str y)\n{"
	print "\treturn !x.p == !y.p && (!x.p || str_eq(x, y));\n}\n"
	body_walk()
	body_copy()
	body_equal()
	body_dump()
}

END {
	if (bad)
		exit 1
	if (out == "h")
		header()
	else
		source()
}
