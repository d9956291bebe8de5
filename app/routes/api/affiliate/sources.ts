import {
  findReferralSources,
  readSourceKey,
} from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { findBadFilter, readStatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';
import { answer, badParameter, keyOwnerContext } from '#app/routes/api/affiliate/key-owner.server.ts';
import type { Route } from './+types/sources';

const perPage = 100;

/** Campaigns, landing pages or links with what came of each, the most clicks first, page by page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(keyOwnerContext);
  const bad = findBadFilter(url.searchParams);
  if (bad) return badParameter(bad.name, bad.takes);
  const filter = readStatsFilter(url.searchParams);
  const cursor = url.searchParams.get('cursor');
  const place = readSourceKey(cursor);
  if (cursor !== null && !place) return badParameter('cursor', 'the nextCursor of the page before');
  const { sources, next } = await findReferralSources(id, filter, { place, limit: perPage });
  return answer({ range: filter.range, breakdown: filter.breakdown, sources, nextCursor: next });
}
