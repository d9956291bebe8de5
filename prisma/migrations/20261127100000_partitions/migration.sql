-- Partitions by month. They have a schema of their own: nobody names them, everything goes through their parent.
-- Less than the second after which Postgres looks for transactions that wait for each other: this one is undone and tried again before.
SET LOCAL lock_timeout = '300ms';

CREATE SCHEMA "partitions";

-- What is kept of a partition's bounds, as a moment: where it ends. Null for one that takes whatever no other does.
CREATE FUNCTION partition_end(partition regclass) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \(''([^'']+)''\)')::timestamptz FROM pg_class WHERE oid = partition
$$;

-- Makes the partitions of a table for the month of `at` and so many after it, unless they are there. Rows that a clock has written ahead
-- are taken along. Run by a job, also where the role that serves may not make tables; it waits for no lock longer than others bear.
CREATE FUNCTION make_partitions(parent text, at timestamptz, months int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET "TimeZone" = 'UTC' SET lock_timeout = '300ms' AS $$
DECLARE
  key name;
  begins timestamptz;
  ends timestamptz;
  covered timestamptz;
  partition text;
  made int := 0;
BEGIN
  SELECT attname INTO STRICT key FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = to_regclass(format('public.%I', parent));
  covered := partition_end(to_regclass(format('partitions.%I', parent || '_first')));
  FOR month IN 0..months LOOP
    begins := date_trunc('month', at) + month * interval '1 month';
    ends := begins + interval '1 month';
    partition := parent || to_char(begins, '_YYYY_MM');
    CONTINUE WHEN begins < covered OR to_regclass(format('partitions.%I', partition)) IS NOT NULL;
    EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING ALL)', partition, parent);
    EXECUTE format(
      'WITH ahead AS (DELETE FROM partitions.%I WHERE %I >= $1 AND %I < $2 RETURNING *) INSERT INTO partitions.%I SELECT * FROM ahead',
      parent || '_other', key, key, partition) USING begins, ends;
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)', parent, partition, begins, ends);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- Drops the partitions of a table that end before a moment.
CREATE FUNCTION drop_partitions(parent text, before timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '300ms' AS $$
DECLARE
  partition regclass;
  dropped int := 0;
BEGIN
  FOR partition IN
    SELECT i.inhrelid::regclass FROM pg_inherits i JOIN pg_partitioned_table p ON p.partrelid = i.inhparent
    WHERE i.inhparent = to_regclass(format('public.%I', parent)) AND partition_end(i.inhrelid::regclass) <= before
  LOOP
    EXECUTE format('DROP TABLE %s', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

REVOKE EXECUTE ON FUNCTION make_partitions(text, timestamptz, int), drop_partitions(text, timestamptz) FROM PUBLIC;

-- The table that is there becomes the first partition, without a row being written anew: of all that is in it and will be for two months,
-- it is said here, and proven in the next migration, that it is older than a certain day. The last of the table may be ahead of the
-- database's clock: the demo's can be turned.
DO $$
DECLARE
  ends timestamptz;
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true);
  SELECT date_trunc('month', greatest(now(), max(created_at))) + interval '3 months' INTO ends FROM activity_log;
  EXECUTE format('ALTER TABLE activity_log ADD CONSTRAINT activity_log_first_ends CHECK (created_at < %L) NOT VALID', ends);
  EXECUTE format('COMMENT ON CONSTRAINT activity_log_first_ends ON activity_log IS %L', ends);
END $$;
