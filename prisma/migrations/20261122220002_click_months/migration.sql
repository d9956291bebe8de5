-- What whole months of clicks come to, beside their days: the figures of all affiliates in a year read a tenth of the rows.
ALTER TABLE "referral_click_days"
  DROP CONSTRAINT "referral_click_days_breakdown",
  ADD CONSTRAINT "referral_click_days_breakdown" CHECK ("breakdown" IN ('all', 'month', 'campaign', 'page', 'link'));
INSERT INTO "referral_click_days" ("referrer_id", "breakdown", "day", "name", "clicks")
SELECT "referrer_id", 'month', date_trunc('month', "day")::date, '', sum("clicks")::int FROM "referral_click_days"
WHERE "breakdown" = 'all' AND "day" < (SELECT date_trunc('month', max("day") + 1)::date FROM "referral_click_days")
GROUP BY 1, 3 ORDER BY 1, 3;
CREATE INDEX "referral_click_days_month_idx" ON "referral_click_days" ("day") INCLUDE ("referrer_id", "clicks") WHERE "breakdown" = 'month';
