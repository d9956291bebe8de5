import { findOverview } from '#app/domain/programme/affiliates/overview.server.ts';
import { referralLink } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { findReferralTotals } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { answer, keyOwnerContext } from '#app/routes/api/affiliate/key-owner.server.ts';
import type { Route } from './+types/summary';

/** How an affiliate stands: the figures of the centre's first page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(keyOwnerContext);
  const [{ username, ratePercent }, { clicks, registrations }, account] = await Promise.all([
    findOverview(id),
    findReferralTotals(id),
    findAccount(id),
  ]);
  return answer({ username, link: referralLink(username), ratePercent, clicks, registrations, account });
}
