-- CreateTable
CREATE TABLE "figure_totals" (
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "people" INTEGER NOT NULL,
    "cents" BIGINT NOT NULL,

    CONSTRAINT "figure_totals_pkey" PRIMARY KEY ("currency","kind","day")
);

INSERT INTO "figure_totals" ("day", "currency", "kind", "people", "cents")
  SELECT "day", "currency", "kind", sum("people"), sum("cents") FROM "figure_days" GROUP BY 1, 2, 3;
