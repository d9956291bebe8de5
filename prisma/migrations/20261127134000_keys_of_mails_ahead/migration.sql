-- Makes the partitions of a table for the month of `at` and so many after it, unless they are there. Rows that a clock has written ahead
-- are taken along. Run by a job, also where the role that serves may not make tables; it waits for no lock longer than others bear.
CREATE OR REPLACE FUNCTION make_partitions(parent text, at timestamptz, months int) RETURNS int
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
    -- The triggers took the keys of the mails that went out of `_other`, and saw none come in: the new table was not attached yet.
    IF parent = 'mail_outbox' THEN
      EXECUTE format(
        'INSERT INTO mail_keys (key, created_at) SELECT key, created_at FROM partitions.%I WHERE key IS NOT NULL ON CONFLICT DO NOTHING',
        partition);
    END IF;
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
