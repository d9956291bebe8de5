import { z } from 'zod';
import type { Referral } from '#app/domain/programme/affiliates/attribution.server.ts';
import { referralCookie } from '#app/routes/http/cookies.server.ts';

const referralSchema = z.object({
  referrerId: z.uuid(),
  clickedAt: z.int().positive(),
  clickId: z.uuid().optional(),
});

/** The referral this browser remembers, if any. */
export function readReferral(request: Request): Referral | null {
  const parsed = referralSchema.safeParse(referralCookie().parse(request.headers.get('Cookie')));
  return parsed.success ? parsed.data : null;
}

/** The Set-Cookie value that remembers a referral, or forgets it. */
export function referralHeader(referral: Referral | null): string {
  return referral ? referralCookie().serialize(referral) : referralCookie().serialize('', { maxAge: 0 });
}
