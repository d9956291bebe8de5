-- AlterTable
ALTER TABLE "users" ADD COLUMN     "assigned_role" "role" NOT NULL DEFAULT 'member',
ADD COLUMN     "trial_end_mailed_at" TIMESTAMPTZ(3);

-- Nobody has a role by what they bought yet.
UPDATE "users" SET "assigned_role" = coalesce("role_before_trial", "role");
ALTER TABLE "users" DROP COLUMN "role_before_trial";

-- Whoever is more than what they are assigned is looked at regularly: what made them so may have run out.
CREATE INDEX "users_role_by_entitlement_idx" ON "users"("id") WHERE "role" <> "assigned_role";
-- For the job that announces the end of trials.
CREATE INDEX "users_trial_end_to_announce_idx" ON "users"("trial_ends_at") WHERE "trial_end_mailed_at" IS NULL AND "trial_ends_at" IS NOT NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_role_not_below_assigned" CHECK ("role" >= "assigned_role");

-- CreateTable
CREATE TABLE "entitlement_grants" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "entitlement" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "granted_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "entitlement_grants_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "entitlement_grants" ADD CONSTRAINT "entitlement_grants_entitlement"
    CHECK ("entitlement" IN ('membership', 'ebook', 'reseller', 'reseller_pro'));

-- CreateIndex
CREATE INDEX "entitlement_grants_user_id_entitlement_idx" ON "entitlement_grants"("user_id", "entitlement");

-- CreateIndex
CREATE INDEX "entitlement_grants_granted_by_idx" ON "entitlement_grants"("granted_by");

-- AddForeignKey
ALTER TABLE "entitlement_grants" ADD CONSTRAINT "entitlement_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entitlement_grants" ADD CONSTRAINT "entitlement_grants_granted_by_fkey" FOREIGN KEY ("granted_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
