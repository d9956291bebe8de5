-- "purchases_one_paid_of_own" has taken its place.
DROP INDEX "purchases_one_paid";
