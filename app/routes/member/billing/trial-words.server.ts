import type { RunningTrial } from '#app/domain/selling/billing/billing-overview.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';

/** What the billing page says of a reseller trial that runs (P23). */
export function trialWords({ endsAt, days, staysReseller }: RunningTrial): string {
  const end = formatLongDay(endsAt);
  const after = staysReseller
    ? 'You are a reseller by something else too: its end takes nothing from you.'
    : 'Then you are again what you were before, and commissions from these days stay yours under the usual rules.';
  return `Your reseller trial runs: ${days} days without a card, until ${end}. It ends by itself, and nothing is charged. ${after}`;
}
