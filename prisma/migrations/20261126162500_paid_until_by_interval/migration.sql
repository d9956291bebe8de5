-- Where no period was told, a payment is for one interval of its subscription: a month, or a year.
CREATE OR REPLACE FUNCTION "counted_payments"("of_user" uuid, OUT "payments" integer, OUT "months" integer, OUT "paid_until" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT count(*)::int, (count(*) FILTER (WHERE p."product" = 'membership'))::int,
    max(coalesce(p."period_end", p."paid_at" + make_interval(days =>
      coalesce(substring(s."interval" from '^[0-9]{1,3}')::int, 1) * CASE substring(s."interval" from '[a-z]+?(?=s?$)')
        WHEN 'year' THEN 366 WHEN 'week' THEN 7 WHEN 'day' THEN 1 ELSE 31 END)))
      FILTER (WHERE p."product" = 'membership' AND p."status" <> 'disputed')
  FROM "payments" p LEFT JOIN "subscriptions" s ON s."id" = p."subscription_id"
  WHERE p."user_id" = of_user AND p."status" NOT IN ('failed', 'refunded', 'charged_back')
$$;
