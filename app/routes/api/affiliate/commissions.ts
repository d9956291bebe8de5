import { z } from 'zod';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { answer, badParameter, keyOwnerContext } from '#app/routes/api/affiliate/key-owner.server.ts';
import type { Route } from './+types/commissions';

const limitSchema = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(200));
const usualLimit = 100;

/** The rows of an affiliate's ledger, the latest first, page by page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(keyOwnerContext);
  const limit = limitSchema.default(usualLimit).safeParse(url.searchParams.get('limit') ?? undefined);
  if (!limit.success) return badParameter('limit', 'a whole number from 1 to 200');
  const cursor = url.searchParams.get('cursor');
  const place = readCursor(cursor);
  if (cursor !== null && !place) return badParameter('cursor', 'the nextCursor of the page before');
  const { entries, next } = await listLedger(id, { limit: limit.data, place });
  return answer({ entries, nextCursor: next });
}
