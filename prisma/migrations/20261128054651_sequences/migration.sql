-- CreateEnum
CREATE TYPE "sequence_state" AS ENUM ('draft', 'on', 'paused', 'archived');

-- CreateTable
CREATE TABLE "sequences" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "sequence_state" NOT NULL DEFAULT 'draft',
    "event" TEXT NOT NULL DEFAULT 'registered',
    "event_value" TEXT NOT NULL DEFAULT 'any',
    "event_days" INTEGER NOT NULL DEFAULT 14,
    "goal_kind" TEXT,
    "goal_value" TEXT NOT NULL DEFAULT '',
    "kind" TEXT NOT NULL DEFAULT 'tips',
    "may_be_second" BOOLEAN NOT NULL DEFAULT false,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "stuck_read_to" TIMESTAMPTZ(3),
    "looked_again_to" UUID,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequences_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence_steps" (
    "id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "preheader" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL DEFAULT '',
    "delay" INTEGER NOT NULL DEFAULT 1,
    "delay_unit" TEXT NOT NULL DEFAULT 'days',
    "at_minute" INTEGER,
    "condition_kind" TEXT,
    "condition_value" TEXT NOT NULL DEFAULT '',
    "condition_is_not" BOOLEAN NOT NULL DEFAULT false,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sequence_steps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence_enrollments" (
    "id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "event_key" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_step_id" UUID,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,

    CONSTRAINT "sequence_enrollments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sequence_sends" (
    "enrollment_id" UUID NOT NULL,
    "step_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "mail_id" UUID,
    "skipped_because" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "unsubscribed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sequence_sends_pkey" PRIMARY KEY ("enrollment_id","step_id")
);

-- CreateTable
CREATE TABLE "sequence_links" (
    "id" UUID NOT NULL,
    "step_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "clicks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sequence_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sequences_name_key" ON "sequences"("name");

-- CreateIndex
CREATE INDEX "sequences_created_by_idx" ON "sequences"("created_by");

-- CreateIndex
CREATE INDEX "sequences_event_state_idx" ON "sequences"("event", "state");

-- CreateIndex
CREATE INDEX "sequence_steps_sequence_id_position_idx" ON "sequence_steps"("sequence_id", "position");

-- CreateIndex
CREATE INDEX "sequence_enrollments_sequence_id_started_at_id_idx" ON "sequence_enrollments"("sequence_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sequence_enrollments_user_id_idx" ON "sequence_enrollments"("user_id");

-- CreateIndex
CREATE INDEX "sequence_enrollments_last_step_id_idx" ON "sequence_enrollments"("last_step_id");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_enrollments_sequence_id_user_id_event_key_key" ON "sequence_enrollments"("sequence_id", "user_id", "event_key");

-- CreateIndex
CREATE INDEX "sequence_sends_user_id_at_idx" ON "sequence_sends"("user_id", "at");

-- CreateIndex
CREATE INDEX "sequence_sends_step_id_idx" ON "sequence_sends"("step_id");

-- CreateIndex
CREATE UNIQUE INDEX "sequence_links_step_id_url_key" ON "sequence_links"("step_id", "url");

-- AddForeignKey
ALTER TABLE "sequences" ADD CONSTRAINT "sequences_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_steps" ADD CONSTRAINT "sequence_steps_sequence_id_fkey" FOREIGN KEY ("sequence_id") REFERENCES "sequences"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_enrollments" ADD CONSTRAINT "sequence_enrollments_sequence_id_fkey" FOREIGN KEY ("sequence_id") REFERENCES "sequences"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_enrollments" ADD CONSTRAINT "sequence_enrollments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_enrollments" ADD CONSTRAINT "sequence_enrollments_last_step_id_fkey" FOREIGN KEY ("last_step_id") REFERENCES "sequence_steps"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_sends" ADD CONSTRAINT "sequence_sends_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "sequence_enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_sends" ADD CONSTRAINT "sequence_sends_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "sequence_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_sends" ADD CONSTRAINT "sequence_sends_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sequence_links" ADD CONSTRAINT "sequence_links_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "sequence_steps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A person is in a sequence once at a time.
CREATE UNIQUE INDEX "sequence_enrollments_one_at_a_time" ON "sequence_enrollments" ("sequence_id", "user_id") WHERE "ended_at" IS NULL;
-- What the job looks at.
CREATE INDEX "sequence_enrollments_due" ON "sequence_enrollments" ("sequence_id", "due_at") WHERE "ended_at" IS NULL;

ALTER TABLE "sequences" ADD CONSTRAINT "sequences_event_days" CHECK ("event_days" BETWEEN 1 AND 365);
ALTER TABLE "sequence_steps" ADD CONSTRAINT "sequence_steps_delay" CHECK ("delay" BETWEEN 0 AND 8760 AND "delay_unit" IN ('hours', 'days')),
  ADD CONSTRAINT "sequence_steps_at_minute" CHECK ("at_minute" IS NULL OR "at_minute" BETWEEN 0 AND 1439 AND "delay_unit" = 'days');
ALTER TABLE "sequence_enrollments" ADD CONSTRAINT "sequence_enrollments_ended" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL));
ALTER TABLE "sequence_sends" ADD CONSTRAINT "sequence_sends_sent" CHECK (("mail_id" IS NULL) <> ("skipped_because" IS NULL));

-- Starts the sequences of an event for a person, in the transaction of the event. One that was taken already, or somebody who is in the
-- sequence, starts nothing.
CREATE FUNCTION "start_sequences"("of_user" uuid, "of_event" text, "of_value" text, "of_key" text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "sequence_enrollments" ("id", "sequence_id", "user_id", "event_key", "started_at", "last_at", "due_at")
  SELECT gen_random_uuid(), s."id", of_user, of_key, t."at", t."at", t."at"
  FROM "sequences" s,
    (SELECT date_trunc('milliseconds', coalesce(nullif(current_setting('site.now', true), '')::timestamptz, now())) AS "at") t
  WHERE s."event" = of_event AND s."state" = 'on' AND s."event_value" IN ('any', of_value)
  ON CONFLICT DO NOTHING
$$;

-- Registered: a new person has proven their address. Neither whom an import brought, nor whom an admin gave another address.
CREATE FUNCTION "start_sequences_of_registration"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "imported_people" i WHERE i."user_id" = NEW."id") THEN
    PERFORM "start_sequences"(NEW."id", 'registered', 'any', 'registered');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "sequences_of_registration" AFTER UPDATE OF "email_verified_at" ON "users" FOR EACH ROW
  WHEN (OLD."email_verified_at" IS NULL AND NEW."email_verified_at" IS NOT NULL AND OLD."former_email_verified_at" IS NULL
    AND NEW."email_verified_at" < NEW."created_at" + interval '30 days')
  EXECUTE FUNCTION "start_sequences_of_registration"();

-- Bought and canceled: a subscription that counts has begun, or is to end. What was adopted was bought elsewhere.
CREATE FUNCTION "start_sequences_of_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counts boolean := NEW."subscribed_at" IS NOT NULL AND NEW."held_reason" IS NULL AND NEW."undone_at" IS NULL;
  ends boolean := NEW."cancel_at_period_end" OR NEW."status" = 'canceled';
BEGIN
  IF NOT counts THEN RETURN NULL; END IF;
  IF NEW."adopted_at" IS NULL AND (TG_OP = 'INSERT'
    OR OLD."subscribed_at" IS NULL OR OLD."held_reason" IS NOT NULL OR OLD."undone_at" IS NOT NULL) THEN
    PERFORM "start_sequences"(NEW."user_id", 'bought', NEW."product", 'subscription ' || NEW."id");
  END IF;
  IF ends AND TG_OP = 'UPDATE' AND NOT (OLD."cancel_at_period_end" OR OLD."status" = 'canceled') THEN
    PERFORM "start_sequences"(NEW."user_id", 'canceled', NEW."product", 'subscription ' || NEW."id");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "sequences_of_subscription" AFTER INSERT OR UPDATE ON "subscriptions" FOR EACH ROW
  EXECUTE FUNCTION "start_sequences_of_subscription"();

-- Bought: a product that is paid once. Paid again after a dispute is the same purchase.
CREATE FUNCTION "start_sequences_of_purchase"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "start_sequences"(NEW."user_id", 'bought', NEW."product", 'purchase ' || NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "sequences_of_purchase" AFTER INSERT OR UPDATE OF "status" ON "purchases" FOR EACH ROW
  WHEN (NEW."status" = 'paid') EXECUTE FUNCTION "start_sequences_of_purchase"();

-- Finished: once for each course.
CREATE FUNCTION "start_sequences_of_progress"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "start_sequences"(NEW."user_id", 'finished', NEW."course_id", 'course ' || NEW."course_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "sequences_of_progress" AFTER UPDATE OF "status" ON "user_progress" FOR EACH ROW
  WHEN (OLD."status" <> 'completed' AND NEW."status" = 'completed') EXECUTE FUNCTION "start_sequences_of_progress"();

-- Tagged: each time the tag is added.
CREATE FUNCTION "start_sequences_of_tag"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "start_sequences"(NEW."user_id", 'tagged', NEW."tag", 'tag ' || NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "sequences_of_tag" AFTER INSERT ON "user_tags" FOR EACH ROW EXECUTE FUNCTION "start_sequences_of_tag"();
