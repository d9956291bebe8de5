import { z } from 'zod';
import { email, flag, text } from '#app/routes/auth-api/bodies.ts';

const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null);

export const adminUserBody = z.object({
  email,
  phone: text(100),
  password: text(1_000),
  password_hash: text(1_000),
  email_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  role: text(100),
  id: text(100),
  ban_duration: text(40),
});

export const deletionBody = z.object({ should_soft_delete: flag });

export const inviteBody = z.object({ email, data: metadata });

export const linkBody = z.object({
  type: text(40),
  email,
  new_email: email,
  password: text(1_000),
  data: metadata,
  redirect_to: text(2_000),
});

/** Hours in each unit of Go's durations, in which the protocol has them. */
const hours: Readonly<Record<string, number>> = {
  ns: 1 / 3.6e12,
  us: 1 / 3.6e9,
  µs: 1 / 3.6e9,
  ms: 1 / 3.6e6,
  s: 1 / 3_600,
  m: 1 / 60,
  h: 1,
};

/** A duration such as "24h" or "1h30m", in hours; null for what is none. */
export function durationHours(text: string): number | null {
  const parts = text.split(/(?<=[a-zµ])(?=\d)/);
  if (!parts.every((part) => /^\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h)$/.test(part))) return null;
  return parts
    .map((part) => Number.parseFloat(part) * (hours[part.replace(/^[\d.]+/, '')] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}
