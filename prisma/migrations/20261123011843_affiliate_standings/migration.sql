-- CreateTable
CREATE TABLE "affiliate_standings" (
    "range_from" DATE NOT NULL,
    "range_to" DATE NOT NULL,
    "sort" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "affiliate_id" UUID NOT NULL,
    "clicks" INTEGER NOT NULL,
    "registered" INTEGER NOT NULL,
    "members" INTEGER NOT NULL,
    "sales" INTEGER NOT NULL,
    "returned" INTEGER NOT NULL,
    "earned_cents" BIGINT NOT NULL,
    "reckoned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "affiliate_standings_pkey" PRIMARY KEY ("range_from","range_to","sort","place")
);
