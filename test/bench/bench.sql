-- Queries of make bench; both engines read this file.  ${DIR} holds the data.
-- name: csv_count
SELECT count(*) AS n FROM '${DIR}/lineitem.csv';
-- name: csv_sum1
SELECT sum(l_quantity) AS s FROM '${DIR}/lineitem.csv';
-- name: csv_filtgroup
SELECT l_shipmode, count(*) AS n, sum(l_extendedprice) AS s FROM '${DIR}/lineitem.csv' WHERE l_quantity > 45 GROUP BY l_shipmode ORDER BY l_shipmode;
-- name: csv2_count
SELECT count(*) AS n FROM '${DIR}/events.csv';
-- name: csv2_sum1
SELECT sum(iv) AS s FROM '${DIR}/events.csv';
-- name: csv2_filtgroup
SELECT cat, count(*) AS n, sum(iv) AS s FROM '${DIR}/events.csv' WHERE score > 100 AND cat IS NOT NULL GROUP BY cat ORDER BY cat;
CREATE TEMPORARY TABLE lineitem AS SELECT * FROM '${DIR}/lineitem.csv';
CREATE TEMPORARY TABLE exact AS SELECT CAST(l_quantity AS DECIMAL(15, 2)) AS q, CAST(l_extendedprice AS DECIMAL(15, 2)) AS p, CAST(l_discount AS DECIMAL(15, 2)) AS d, CAST(l_tax AS DECIMAL(15, 2)) AS t, l_returnflag, l_linestatus, l_shipdate FROM lineitem;
CREATE TEMPORARY TABLE events AS SELECT * FROM '${DIR}/events.csv';
CREATE TEMPORARY TABLE dim AS SELECT * FROM '${DIR}/dim.csv';
-- name: q1
SELECT l_returnflag, l_linestatus, sum(l_quantity) AS sum_qty, sum(l_extendedprice) AS sum_base, sum(l_extendedprice * (1 - l_discount)) AS sum_disc, sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS sum_charge, avg(l_quantity) AS avg_qty, avg(l_extendedprice) AS avg_price, avg(l_discount) AS avg_disc, count(*) AS n FROM lineitem WHERE l_shipdate <= DATE '1998-06-02' GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus;
-- name: q6
SELECT sum(l_extendedprice * l_discount) AS rev FROM lineitem WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24;
-- name: gb100
SELECT l_suppkey % 100 AS k, count(*) AS n, sum(l_partkey) AS s FROM lineitem GROUP BY l_suppkey % 100 ORDER BY k LIMIT 3;
-- name: gb_text
SELECT cat, count(*) AS n, sum(iv) AS s FROM events WHERE cat IS NOT NULL GROUP BY cat ORDER BY cat LIMIT 3;
-- name: gb_many
SELECT count(*) AS n, max(s) AS m FROM (SELECT l_orderkey, sum(l_partkey) AS s FROM lineitem GROUP BY l_orderkey) t;
-- name: gb_many_text
SELECT count(*) AS n, max(s) AS m FROM (SELECT who, sum(iv) AS s FROM events GROUP BY who) t;
-- name: join_sparse
SELECT count(*) AS n, sum(dcat) AS s FROM lineitem JOIN dim ON l_partkey * 1000003 = dk * 1000003;
-- name: top100
SELECT l_orderkey, l_extendedprice, l_comment FROM lineitem ORDER BY l_extendedprice DESC, l_orderkey, l_linenumber LIMIT 100;
-- name: like
SELECT count(*) AS n FROM lineitem WHERE l_comment LIKE '%special%packages%';
-- name: q1_decimal
SELECT l_returnflag, l_linestatus, sum(q) AS sum_qty, sum(p) AS sum_base, sum(p * (1 - d)) AS sum_disc, sum(p * (1 - d) * (1 + t)) AS sum_charge, count(*) AS n FROM exact WHERE l_shipdate <= DATE '1998-06-02' GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus;
-- name: q6_decimal
SELECT sum(p * d) AS rev FROM exact WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01' AND d BETWEEN 0.05 AND 0.07 AND q < 24;
-- name: case
SELECT sum(CASE WHEN l_quantity < 25 THEN l_partkey * 2 + 1 ELSE l_partkey - 3 END) AS s, sum(CASE WHEN l_shipmode = 'AIR' THEN l_suppkey END) AS a FROM lineitem;
-- name: in_list
SELECT count(*) AS n, sum(l_suppkey) AS s FROM lineitem WHERE l_partkey IN (3, 1011, 2027, 4099, 8111, 16127, 24151, 32183, 40213, 48239, 56263, 64279, 72287, 80309, 88321, 96329, 104347, 112361, 120371, 128389, 136399, 144407, 152417, 160423, 168433, 176459, 184477, 192497);
-- name: semi
SELECT count(*) AS n, sum(l_suppkey) AS s FROM lineitem WHERE l_partkey IN (SELECT dk FROM dim WHERE dcat < 10);
-- name: join_group
SELECT dcat, count(*) AS n, sum(l_suppkey) AS s FROM lineitem JOIN dim ON l_partkey = dk GROUP BY dcat ORDER BY dcat LIMIT 3;
-- name: sort_int
CREATE OR REPLACE TEMPORARY TABLE sorted AS SELECT l_partkey, l_orderkey, l_linenumber, l_quantity FROM lineitem ORDER BY l_partkey, l_orderkey, l_linenumber;
-- name: sort_text
CREATE OR REPLACE TEMPORARY TABLE sorted AS SELECT l_comment, l_orderkey, l_linenumber FROM lineitem ORDER BY l_comment, l_orderkey, l_linenumber;
-- name: text
SELECT sum(length(upper(l_comment))) AS s, sum(length(replace(l_comment, 'e', 'xy'))) AS r FROM lineitem;
-- name: int_text
SELECT sum(length(CAST(l_partkey AS VARCHAR))) AS s FROM lineitem;
-- name: window
SELECT sum(rn) AS s FROM (SELECT row_number() OVER (PARTITION BY l_suppkey ORDER BY l_partkey) AS rn FROM lineitem) t;
