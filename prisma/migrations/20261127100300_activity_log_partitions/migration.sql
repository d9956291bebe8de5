-- The activity log becomes a table of partitions, of which what there was is the first: names and catalog entries alone change, which
-- takes milliseconds, under locks that are given up and tried again before anybody else waits long.
SET LOCAL lock_timeout = '300ms';

-- In the order in which others take them.
-- allowed: for milliseconds; a foreign key of a new table needs it
LOCK TABLE "users" IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE "activity_log" SET SCHEMA "partitions";
-- allowed: the name is given to the table that takes its place, before anybody else can look
ALTER TABLE "partitions"."activity_log" RENAME TO "activity_log_first";
ALTER TABLE "partitions"."activity_log_first" DROP CONSTRAINT "activity_log_pkey";
ALTER TABLE "partitions"."activity_log_first" ADD CONSTRAINT "activity_log_first_pkey" PRIMARY KEY USING INDEX "activity_log_first_key";

CREATE TABLE "activity_log" (LIKE "partitions"."activity_log_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_pkey" PRIMARY KEY ("id", "created_at");
CREATE INDEX "activity_log_created_at_idx" ON "activity_log"("created_at" DESC);
CREATE INDEX "activity_log_user_id_created_at_idx" ON "activity_log"("user_id", "created_at" DESC);
CREATE INDEX "activity_log_actor_id_idx" ON "activity_log"("actor_id");
CREATE INDEX "activity_log_type_created_at_idx" ON "activity_log"("type", "created_at" DESC);
CREATE INDEX "activity_log_subject_type_subject_id_created_at_idx" ON "activity_log"("subject_type", "subject_id", "created_at" DESC);
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

DO $$
BEGIN
  -- The constraint proves it: no row is read. Indexes and foreign keys that are alike are taken over as they are.
  EXECUTE format('ALTER TABLE activity_log ATTACH PARTITION partitions.activity_log_first FOR VALUES FROM (MINVALUE) TO (%L)',
    (SELECT obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 'activity_log_first_ends'));
END $$;
ALTER TABLE "partitions"."activity_log_first" DROP CONSTRAINT "activity_log_first_ends";

-- Takes what no other partition does: a month that nobody has made one for in time is no reason to fail.
CREATE TABLE "partitions"."activity_log_other" PARTITION OF "activity_log" DEFAULT;
