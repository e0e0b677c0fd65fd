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
SELECT cat, count(*) AS n, sum(iv) AS s FROM '${DIR}/events.csv' WHERE score > 100 GROUP BY cat ORDER BY cat;
CREATE TEMPORARY TABLE lineitem AS SELECT * FROM '${DIR}/lineitem.csv';
CREATE TEMPORARY TABLE events AS SELECT * FROM '${DIR}/events.csv';
CREATE TEMPORARY TABLE dim AS SELECT * FROM '${DIR}/dim.csv';
-- name: q1
SELECT l_returnflag, l_linestatus, sum(l_quantity) AS sum_qty, sum(l_extendedprice) AS sum_base, sum(l_extendedprice * (1 - l_discount)) AS sum_disc, sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS sum_charge, avg(l_quantity) AS avg_qty, avg(l_extendedprice) AS avg_price, avg(l_discount) AS avg_disc, count(*) AS n FROM lineitem WHERE l_shipdate <= DATE '1998-06-02' GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus;
-- name: q6
SELECT sum(l_extendedprice * l_discount) AS rev FROM lineitem WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24;
-- name: gb100
SELECT l_suppkey % 100 AS k, count(*) AS n, sum(l_partkey) AS s FROM lineitem GROUP BY l_suppkey % 100 ORDER BY k LIMIT 3;
-- name: gb_text
SELECT cat, count(*) AS n, sum(iv) AS s FROM events GROUP BY cat ORDER BY cat LIMIT 3;
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
-- name: window
SELECT sum(rn) AS s FROM (SELECT row_number() OVER (PARTITION BY l_suppkey ORDER BY l_partkey) AS rn FROM lineitem) t;
