-- Until when what somebody has paid for a membership lasts: who pays today is counted from an index, not from each person's rows.
-- AlterTable
ALTER TABLE "referred_buyers" ADD COLUMN     "paid_until" TIMESTAMPTZ(3);

DROP FUNCTION "counted_payments"(uuid);
-- What of somebody's payments counts: all whose money was not given back whole. What is in dispute pays for nothing meanwhile. Where no
-- period was told, it is a month.
CREATE FUNCTION "counted_payments"("of_user" uuid, OUT "payments" integer, OUT "months" integer, OUT "paid_until" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT count(*)::int, (count(*) FILTER (WHERE p."product" = 'membership'))::int,
    max(coalesce(p."period_end", p."paid_at" + interval '31 days')) FILTER (WHERE p."product" = 'membership' AND p."status" <> 'disputed')
  FROM "payments" p WHERE p."user_id" = of_user AND p."status" NOT IN ('failed', 'refunded', 'charged_back')
$$;

CREATE OR REPLACE FUNCTION "keep_referred_buyer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "referred_buyers" WHERE "user_id" = NEW."id";
  IF NEW."referred_by" IS NULL THEN RETURN NULL; END IF;
  INSERT INTO "referred_buyers" ("user_id", "referrer_id", "day", "clicked_on", "campaign", "landing_page", "link", "payments", "months", "paid_until")
    SELECT NEW."id", NEW."referred_by", (NEW."created_at" AT TIME ZONE 'UTC')::date, (c."timestamp" AT TIME ZONE 'UTC')::date,
      coalesce(c."utm_campaign", ''), coalesce(c."landing_page", ''), coalesce('/r/' || l."code", o."code", ''), n."payments", n."months", n."paid_until"
    FROM "counted_payments"(NEW."id") n LEFT JOIN "referral_clicks" c ON c."id" = NEW."referral_click_id"
      LEFT JOIN "short_links" l ON l."id" = c."short_link_id" LEFT JOIN "promotion_codes" o ON o."id" = c."promotion_code_id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "keep_payments_of_buyer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "referred_buyers" b SET "payments" = n."payments", "months" = n."months", "paid_until" = n."paid_until"
    FROM "counted_payments"(NEW."user_id") n
    WHERE b."user_id" = NEW."user_id" AND (b."payments", b."months", b."paid_until") IS DISTINCT FROM (n."payments", n."months", n."paid_until");
  RETURN NULL;
END $$;
DROP TRIGGER "payments_of_buyer" ON "payments";
CREATE TRIGGER "payments_of_buyer" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((OLD."status", OLD."product", OLD."period_end") IS DISTINCT FROM (NEW."status", NEW."product", NEW."period_end"))
  EXECUTE FUNCTION "keep_payments_of_buyer"();

-- Of those who are there already.
UPDATE "referred_buyers" b SET "paid_until" = n."paid_until" FROM "users" u CROSS JOIN LATERAL "counted_payments"(u."id") n
  WHERE u."id" = b."user_id" AND n."paid_until" IS NOT NULL;

-- CreateIndex
CREATE INDEX "referred_buyers_referrer_id_paid_until_idx" ON "referred_buyers"("referrer_id", "paid_until");
-- DropIndex
DROP INDEX "referred_buyers_referrer_id_idx";
