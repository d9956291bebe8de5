-- What a gift is paid in.
ALTER TABLE "gifts" ADD COLUMN "currency" TEXT NOT NULL DEFAULT 'usd';
