-- CreateTable
CREATE TABLE "products" (
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "noun" TEXT NOT NULL,
    "gives" TEXT NOT NULL,
    "unlocks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "commission" TEXT NOT NULL,
    "commission_percent" INTEGER,
    "is_guaranteed" BOOLEAN NOT NULL DEFAULT false,
    "tagline" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "sale_starts_at" TIMESTAMPTZ(3),
    "sale_ends_at" TIMESTAMPTZ(3),
    "stock" INTEGER,
    "fixed" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "products_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "prices" (
    "id" UUID NOT NULL,
    "product_key" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "slug" TEXT,
    "name" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "interval" TEXT,
    "free_intervals" INTEGER NOT NULL DEFAULT 0,
    "fixed" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replaced_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_provisions" (
    "price_id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "plan_id" TEXT,
    "problem" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_provisions_pkey" PRIMARY KEY ("price_id","provider")
);

-- CreateIndex
CREATE INDEX "prices_product_key_idx" ON "prices"("product_key");

-- CreateIndex
CREATE UNIQUE INDEX "prices_key_version_key" ON "prices"("key", "version");

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_product_key_fkey" FOREIGN KEY ("product_key") REFERENCES "products"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_provisions" ADD CONSTRAINT "price_provisions_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "prices"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One price of a key is sold at a time, and one of an address.
CREATE UNIQUE INDEX "prices_current" ON "prices" ("key") WHERE "replaced_at" IS NULL;
CREATE UNIQUE INDEX "prices_current_slug" ON "prices" (coalesce("slug", '')) WHERE "replaced_at" IS NULL;
ALTER TABLE "prices" ADD CONSTRAINT "prices_amount" CHECK ("amount_cents" >= 0 AND "free_intervals" >= 0 AND "version" > 0);
ALTER TABLE "prices" ADD CONSTRAINT "prices_interval" CHECK ("interval" IN ('month', 'year'));
ALTER TABLE "products" ADD CONSTRAINT "products_commission"
  CHECK ("commission" IN ('all_sellers', 'pro_resellers', 'nobody') AND "commission_percent" BETWEEN 0 AND 100);
ALTER TABLE "price_provisions" ADD CONSTRAINT "price_provisions_state" CHECK ("state" IN ('waiting', 'ready', 'failed'));

-- What a price takes never changes: a newer version takes its place.
CREATE FUNCTION prices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.key, NEW.product_key, NEW.version, NEW.amount_cents, NEW.currency, NEW.interval, NEW.free_intervals)
    IS DISTINCT FROM (OLD.key, OLD.product_key, OLD.version, OLD.amount_cents, OLD.currency, OLD.interval, OLD.free_intervals) THEN
    RAISE EXCEPTION 'a price does not change: make a new version of %', OLD.key;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER prices_stay BEFORE UPDATE ON "prices" FOR EACH ROW EXECUTE FUNCTION prices_stay();

-- The products of the specification.
INSERT INTO "products" ("key", "position", "name", "noun", "gives", "commission", "is_guaranteed", "fixed") VALUES
  ('membership', 1, 'Membership', 'membership', 'membership', 'all_sellers', true,
   '{"includedIn":[],"plan":"membership","mails":{"confirmation":"membership-started","canceled":"membership-canceled","ended":"membership-ended","ending":null},"pages":{"checkout":"/checkout","done":"/thank-you","open":"/dashboard","sales":"/pricing","cancel":"/profile/billing/cancel"},"summary":{"title":"Membership","included":["All {{courseCount}} courses, with written lessons","Every guide and playbook","Support by people","Cancel at any time"],"cover":null},"alreadyThere":{"owned":"You already have an active membership","included":"You already have an active membership","text":"There is nothing to pay. Everything is open to you.","label":"Go to the dashboard"}}'),
  ('ebook', 2, 'Digital Marketing Domination (ebook)', 'ebook', 'ebook', 'all_sellers', false,
   '{"includedIn":["membership"],"plan":null,"mails":{"confirmation":"ebook-bought","canceled":null,"ended":null,"ending":null},"pages":{"checkout":"/checkout?product=dmd","done":"/tripwire-success","open":"/ebook","sales":"/DMD","cancel":null},"summary":{"title":"Digital Marketing Domination","included":["The whole book, {{ebookChapters}} chapters","As PDF for screens and paper","As EPUB for e-readers and phones"],"cover":"/ebook/cover.svg"},"alreadyThere":{"owned":"You already own the ebook","included":"The ebook is part of your membership","text":"There is nothing to pay. Download it as often as you like.","label":"Open the ebook"}}'),
  ('reseller_programme', 3, 'Reseller program', 'reseller program', 'reseller', 'pro_resellers', false,
   '{"includedIn":[],"plan":null,"mails":{"confirmation":"reseller-joined","canceled":null,"ended":null,"ending":null},"pages":{"checkout":"/reseller-checkout","done":"/reseller-success","open":"/affiliate-centre","sales":"/special","cancel":null},"summary":{"title":"Reseller program","included":["{{resellerRate}} of the membership payments and ebook sales made through your link","Marketing materials and training, as affiliates have them","Payouts on the {{payoutDay}} of the month, from {{payoutMinimum}} upward"],"cover":null},"alreadyThere":{"owned":"You are a reseller already","included":"You are a reseller already","text":"There is nothing to pay.","label":"Go to the affiliate center"}}'),
  ('reseller_pro', 4, 'Reseller PRO', 'Reseller PRO', 'reseller_pro', 'nobody', false,
   '{"includedIn":[],"requires":{"entitlement":"reseller","text":"Reseller PRO adds to the reseller program. Please join the program first."},"plan":null,"mails":{"confirmation":"reseller-pro-started","canceled":"reseller-pro-canceled","ended":"reseller-pro-ended","ending":"reseller-pro-ending"},"pages":{"checkout":"/pro-reseller-upsell","done":"/reseller-success?product=pro","open":"/affiliate-centre","sales":"/pro-reseller-upsell","cancel":"/profile/billing/cancel?product=pro"},"summary":{"title":"Reseller PRO","included":["{{resellerFee}} for each reseller program sold through your link","All that you have as a reseller","Cancel at any time"],"cover":null},"alreadyThere":{"owned":"You already have Reseller PRO","included":"You already have Reseller PRO","text":"There is nothing to pay.","label":"Go to the affiliate center"}}');

INSERT INTO "prices" ("id", "product_key", "key", "version", "slug", "name", "amount_cents", "currency", "interval",
  "free_intervals", "fixed", "created_at") VALUES
  (gen_random_uuid(), 'membership', 'membership', 1, NULL, 'Membership', 4700, 'usd', 'month', 0, '{"planSetting":"PAYPAL_PLAN_ID"}',
   CURRENT_TIMESTAMP + interval '0 milliseconds'),
  (gen_random_uuid(), 'ebook', 'ebook', 1, 'dmd', 'Digital Marketing Domination (ebook)', 700, 'usd', NULL, 0, '{}',
   CURRENT_TIMESTAMP + interval '1 milliseconds'),
  (gen_random_uuid(), 'reseller_programme', 'reseller_programme', 1, 'reseller', 'Reseller program', 99700, 'usd', NULL, 0, '{}',
   CURRENT_TIMESTAMP + interval '2 milliseconds'),
  (gen_random_uuid(), 'reseller_pro', 'reseller_pro', 1, 'pro', 'Reseller PRO', 9700, 'usd', 'month', 0, '{"planSetting":"PAYPAL_PLAN_ID_PRO"}',
   CURRENT_TIMESTAMP + interval '3 milliseconds'),
  (gen_random_uuid(), 'reseller_pro', 'reseller_pro_free3', 1, 'pro-free', 'Reseller PRO, 3 months free', 9700, 'usd', 'month', 3, '{"pages":{"checkout":"/three-months-free-upsell","sales":"/three-months-free-upsell"},"planSetting":"PAYPAL_PLAN_ID_PRO_FREE3"}',
   CURRENT_TIMESTAMP + interval '4 milliseconds');
