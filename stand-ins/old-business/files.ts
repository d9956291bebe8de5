import type { OldBusiness } from '#stand-ins/old-business/business.ts';

const cell = (value: string | number) => {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const csv = (header: string, rows: readonly (readonly (string | number)[])[]) =>
  `${[header, ...rows.map((row) => row.map(cell).join(','))].join('\n')}\n`;

/** The files that an operator brings along, by name: people as a hosted Postgres dumps them, affiliates, referrals and links. */
export function filesOf({ people, affiliates, referrals, redirects }: OldBusiness): Record<string, string> {
  const codes = new Map(affiliates.map((affiliate) => [affiliate.email, affiliate]));
  return {
    'people.csv': csv(
      'id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,role,status,commission_rate,paypal_email,contact_email,created_at',
      people.map(({ id, email, name, passwordHash, confirmedAt, createdAt }) => [
        id,
        email,
        passwordHash,
        confirmedAt,
        JSON.stringify({ full_name: name }),
        codes.has(email) ? 'affiliate' : 'member',
        'active',
        codes.get(email)?.ratePercent ?? '',
        codes.get(email)?.payoutEmail ?? '',
        '',
        createdAt,
      ]),
    ),
    'affiliates.csv': csv(
      'email,code,rate,paypal email,balance,currency',
      affiliates.map(({ email, code, ratePercent, payoutEmail, balanceCents }) => [
        email,
        code,
        `${ratePercent}%`,
        payoutEmail,
        (balanceCents / 100).toFixed(2),
        'USD',
      ]),
    ),
    'referrals.csv': csv(
      'customer email,affiliate',
      referrals.map(({ customerEmail, affiliateCode }) => [customerEmail, affiliateCode]),
    ),
    'redirects.txt': `${redirects.map((pair) => pair.join(' ')).join('\n')}\n`,
  };
}
