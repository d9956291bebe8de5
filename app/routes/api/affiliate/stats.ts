import { findReferralHistory } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { findBadFilter, readStatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';
import { answer, badParameter, keyOwnerContext } from '#app/routes/api/affiliate/key-owner.server.ts';
import type { Route } from './+types/stats';

/** Clicks and registrations over time, and how far people came. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(keyOwnerContext);
  const bad = findBadFilter(url.searchParams);
  if (bad) return badParameter(bad.name, bad.takes);
  const filter = readStatsFilter(url.searchParams);
  return answer({
    range: filter.range,
    period: filter.period,
    ...(await findReferralHistory(id, filter)),
  });
}
