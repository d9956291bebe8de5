-- CreateTable
CREATE TABLE "data_exports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "archive" BYTEA,

    CONSTRAINT "data_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_deletions" (
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "reminded_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "data_exports_user_id_created_at_idx" ON "data_exports"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "data_exports_expires_at_idx" ON "data_exports"("expires_at");

-- CreateIndex
CREATE INDEX "account_deletions_due_at_idx" ON "account_deletions"("due_at");

-- AddForeignKey
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who is paid how much where is frozen. The address alone gives way when the account is deleted: the row of its user is nobody's then.
CREATE OR REPLACE FUNCTION "refuse_payout_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW."id", NEW."number", NEW."batch_id", NEW."user_id", NEW."amount_cents", NEW."currency", NEW."cutoff_at", NEW."created_at")
      IS NOT DISTINCT FROM
      (OLD."id", OLD."number", OLD."batch_id", OLD."user_id", OLD."amount_cents", OLD."currency", OLD."cutoff_at", OLD."created_at")
      AND (NEW."email" = OLD."email" OR (NEW."email" = 'erased@invalid' AND EXISTS (
        SELECT 1 FROM "account_deletions" d WHERE d."user_id" = OLD."user_id" AND d."done_at" IS NOT NULL)))
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'Who is paid how much where is frozen: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
