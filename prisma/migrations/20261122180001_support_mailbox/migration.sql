-- CreateTable
CREATE TABLE "support_mailbox" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "claimed_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',
    "left_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "support_mailbox_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "support_mailbox" ADD CONSTRAINT "support_mailbox_one_row" CHECK ("id" = 1);
