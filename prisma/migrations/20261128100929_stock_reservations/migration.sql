-- CreateTable
CREATE TABLE "stock_reservations" (
    "product_key" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "reserved_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stock_reservations_pkey" PRIMARY KEY ("product_key","user_id")
);

-- CreateIndex
CREATE INDEX "stock_reservations_user_id_idx" ON "stock_reservations"("user_id");

-- AddForeignKey
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A selection of the library can be given without payment, too. Every row so far passes the wider check.
ALTER TABLE "entitlement_grants" DROP CONSTRAINT "entitlement_grants_entitlement";
ALTER TABLE "entitlement_grants" ADD CONSTRAINT "entitlement_grants_entitlement"
  CHECK ("entitlement" IN ('membership', 'ebook', 'reseller', 'reseller_pro') OR "entitlement" LIKE 'only:%') NOT VALID;
