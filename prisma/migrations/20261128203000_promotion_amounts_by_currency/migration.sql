-- What a code takes off in currencies beside the base currency.
ALTER TABLE "promotion_codes" ADD COLUMN "further_amounts_off" JSONB NOT NULL DEFAULT '{}';
