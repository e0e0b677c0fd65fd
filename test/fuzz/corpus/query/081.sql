SELECT json_value('{"a": {"b": 1}}', '$.a.b');
