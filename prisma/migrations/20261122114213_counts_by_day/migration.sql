-- What is counted already is kept, by day and each breakdown alone: the combinations of all of them are almost as many as the clicks.
CREATE TEMP TABLE counted_before ON COMMIT DROP AS SELECT * FROM "referral_click_days";
DELETE FROM "referral_click_days";

-- AlterTable
ALTER TABLE "referral_click_days" DROP CONSTRAINT "referral_click_days_pkey",
DROP COLUMN "campaign",
DROP COLUMN "landing_page",
DROP COLUMN "link",
ADD COLUMN     "breakdown" TEXT NOT NULL,
ADD COLUMN     "name" TEXT NOT NULL,
ADD CONSTRAINT "referral_click_days_pkey" PRIMARY KEY ("referrer_id", "breakdown", "day", "name");

INSERT INTO "referral_click_days" ("referrer_id", "breakdown", "day", "name", "clicks")
  SELECT c."referrer_id", b."breakdown", c."day", b."name", sum(c."clicks")::int FROM counted_before c
  CROSS JOIN LATERAL (VALUES ('all', ''), ('campaign', c."campaign"), ('page', c."landing_page"), ('link', c."link")) b ("breakdown", "name")
  GROUP BY 1, 2, 3, 4;

-- CreateTable
CREATE TABLE "referred_buyers" (
    "user_id" UUID NOT NULL,
    "referrer_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "clicked_on" DATE,
    "campaign" TEXT NOT NULL,
    "landing_page" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "payments" INTEGER NOT NULL,
    "months" INTEGER NOT NULL,

    CONSTRAINT "referred_buyers_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "referral_days" (
    "referrer_id" UUID NOT NULL,
    "breakdown" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "name" TEXT NOT NULL,
    "registrations" INTEGER NOT NULL,
    "buyers" INTEGER NOT NULL,
    "stayed_2" INTEGER NOT NULL,
    "stayed_3" INTEGER NOT NULL,
    "stayed_6" INTEGER NOT NULL,
    "stayed_12" INTEGER NOT NULL,

    CONSTRAINT "referral_days_pkey" PRIMARY KEY ("referrer_id","breakdown","day","name")
);

-- CreateIndex
CREATE INDEX "referred_buyers_referrer_id_idx" ON "referred_buyers"("referrer_id");

-- CreateIndex
CREATE INDEX "commissions_referrer_username_kind_timestamp_id_idx" ON "commissions"("referrer_username", "kind", "timestamp" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "referred_buyers" ADD CONSTRAINT "referred_buyers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referred_buyers" ADD CONSTRAINT "referred_buyers_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_days" ADD CONSTRAINT "referral_days_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "referral_click_days"
  ADD CONSTRAINT "referral_click_days_breakdown" CHECK ("breakdown" IN ('all', 'campaign', 'page', 'link'));
ALTER TABLE "referral_days"
  ADD CONSTRAINT "referral_days_breakdown" CHECK ("breakdown" IN ('all', 'campaign', 'page', 'link'));

-- The days follow the people, in the transaction of what changes them. Rows are locked in one order, so that two of an affiliate's
-- buyers do not wait for each other.
CREATE FUNCTION "add_to_referral_days"("b" "referred_buyers", "sign" integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "referral_days" AS d ("referrer_id", "breakdown", "day", "name", "registrations", "buyers", "stayed_2", "stayed_3", "stayed_6", "stayed_12")
    SELECT b."referrer_id", k."breakdown", k."day", k."name", sign, sign * (b."payments" > 0)::int, sign * (b."months" >= 2)::int,
      sign * (b."months" >= 3)::int, sign * (b."months" >= 6)::int, sign * (b."months" >= 12)::int
    FROM (VALUES ('all', b."day", ''), ('campaign', b."clicked_on", b."campaign"), ('link', b."clicked_on", b."link"),
      ('page', b."clicked_on", b."landing_page")) k ("breakdown", "day", "name")
    WHERE k."day" IS NOT NULL ORDER BY k."breakdown"
    ON CONFLICT ("referrer_id", "breakdown", "day", "name") DO UPDATE SET "registrations" = d."registrations" + excluded."registrations",
      "buyers" = d."buyers" + excluded."buyers", "stayed_2" = d."stayed_2" + excluded."stayed_2", "stayed_3" = d."stayed_3" + excluded."stayed_3",
      "stayed_6" = d."stayed_6" + excluded."stayed_6", "stayed_12" = d."stayed_12" + excluded."stayed_12"
$$;

CREATE FUNCTION "keep_referral_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM "add_to_referral_days"(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM "add_to_referral_days"(NEW, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "referred_buyers_days" AFTER INSERT OR UPDATE OR DELETE ON "referred_buyers"
  FOR EACH ROW EXECUTE FUNCTION "keep_referral_days"();

-- What of somebody's payments counts: all whose money was not given back whole.
CREATE FUNCTION "counted_payments"("of_user" uuid, OUT "payments" integer, OUT "months" integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::int, (count(*) FILTER (WHERE p."product" = 'membership'))::int FROM "payments" p
  WHERE p."user_id" = of_user AND p."status" NOT IN ('failed', 'refunded', 'charged_back')
$$;

CREATE FUNCTION "keep_referred_buyer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "referred_buyers" WHERE "user_id" = NEW."id";
  IF NEW."referred_by" IS NULL THEN RETURN NULL; END IF;
  INSERT INTO "referred_buyers" ("user_id", "referrer_id", "day", "clicked_on", "campaign", "landing_page", "link", "payments", "months")
    SELECT NEW."id", NEW."referred_by", (NEW."created_at" AT TIME ZONE 'UTC')::date, (c."timestamp" AT TIME ZONE 'UTC')::date,
      coalesce(c."utm_campaign", ''), coalesce(c."landing_page", ''), coalesce('/r/' || l."code", o."code", ''), n."payments", n."months"
    FROM "counted_payments"(NEW."id") n LEFT JOIN "referral_clicks" c ON c."id" = NEW."referral_click_id"
      LEFT JOIN "short_links" l ON l."id" = c."short_link_id" LEFT JOIN "promotion_codes" o ON o."id" = c."promotion_code_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "users_referred_buyer_new" AFTER INSERT ON "users" FOR EACH ROW
  WHEN (NEW."referred_by" IS NOT NULL) EXECUTE FUNCTION "keep_referred_buyer"();
CREATE TRIGGER "users_referred_buyer" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD."referred_by", OLD."referral_click_id", OLD."created_at") IS DISTINCT FROM (NEW."referred_by", NEW."referral_click_id", NEW."created_at"))
  EXECUTE FUNCTION "keep_referred_buyer"();

CREATE FUNCTION "keep_payments_of_buyer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "referred_buyers" b SET "payments" = n."payments", "months" = n."months" FROM "counted_payments"(NEW."user_id") n
    WHERE b."user_id" = NEW."user_id" AND (b."payments", b."months") <> (n."payments", n."months");
  RETURN NULL;
END $$;
CREATE TRIGGER "payments_of_buyer_new" AFTER INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION "keep_payments_of_buyer"();
CREATE TRIGGER "payments_of_buyer" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((OLD."status", OLD."product") IS DISTINCT FROM (NEW."status", NEW."product")) EXECUTE FUNCTION "keep_payments_of_buyer"();

-- Those who are there already.
INSERT INTO "referred_buyers" ("user_id", "referrer_id", "day", "clicked_on", "campaign", "landing_page", "link", "payments", "months")
  SELECT u."id", u."referred_by", (u."created_at" AT TIME ZONE 'UTC')::date, (c."timestamp" AT TIME ZONE 'UTC')::date,
    coalesce(c."utm_campaign", ''), coalesce(c."landing_page", ''), coalesce('/r/' || l."code", o."code", ''), n."payments", n."months"
  FROM "users" u CROSS JOIN LATERAL "counted_payments"(u."id") n LEFT JOIN "referral_clicks" c ON c."id" = u."referral_click_id"
    LEFT JOIN "short_links" l ON l."id" = c."short_link_id" LEFT JOIN "promotion_codes" o ON o."id" = c."promotion_code_id"
  WHERE u."referred_by" IS NOT NULL;
