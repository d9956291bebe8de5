import { findReferralHistory } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { readStatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';
import { answer, keyOwnerContext } from '#app/routes/api/affiliate/key-owner.server.ts';
import type { Route } from './+types/stats';

/** Clicks and registrations over time, and how far people came. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(keyOwnerContext);
  const filter = readStatsFilter(url.searchParams);
  return answer({
    range: filter.range,
    period: filter.period,
    ...(await findReferralHistory(id, filter)),
  });
}
