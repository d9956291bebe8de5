import { z } from 'zod';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { answer, keyOwnerContext } from '#app/routes/api/affiliate/key-owner.server.ts';
import type { Route } from './+types/commissions';

const limitSchema = z.coerce.number().int().min(1).max(200).catch(100);

/** The rows of an affiliate's ledger, the latest first, page by page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(keyOwnerContext);
  const limit = limitSchema.parse(url.searchParams.get('limit') ?? undefined);
  const place = readCursor(url.searchParams.get('cursor'));
  const { entries, next } = await listLedger(id, { limit, place });
  return answer({ entries, nextCursor: next });
}
