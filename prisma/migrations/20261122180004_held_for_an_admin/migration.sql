-- The first page of the admin area counts the few that are held, of however many there are.
CREATE INDEX "subscriptions_held_idx" ON "subscriptions" ("id") WHERE "held_reason" IS NOT NULL;
CREATE INDEX "purchases_held_idx" ON "purchases" ("id") WHERE "status" = 'held';
