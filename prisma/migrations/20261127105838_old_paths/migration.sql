-- CreateTable
CREATE TABLE "path_redirects" (
    "old_path" TEXT NOT NULL,
    "new_path" TEXT NOT NULL,
    "hits" INTEGER NOT NULL DEFAULT 0,
    "last_hit_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "path_redirects_pkey" PRIMARY KEY ("old_path")
);

-- CreateTable
CREATE TABLE "unknown_paths" (
    "path" TEXT NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unknown_paths_pkey" PRIMARY KEY ("path")
);

-- CreateIndex
CREATE INDEX "unknown_paths_times_path_idx" ON "unknown_paths"("times" DESC, "path");
