-- Accounts that were erased before the country, the network of the registration and the former address's proof were blanked as well.
UPDATE users SET payout_country = NULL, signup_network = NULL, former_email_verified_at = NULL
WHERE email LIKE 'deleted-%@invalid'
  AND (payout_country IS NOT NULL OR signup_network IS NOT NULL OR former_email_verified_at IS NOT NULL);
