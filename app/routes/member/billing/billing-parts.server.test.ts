import { expect, it } from 'vitest';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { renderBillingParts } from '#app/routes/member/billing/billing-parts.server.tsx';

const until = new Date('2026-12-21T10:00:00Z');
const provider = 'stripe';
const missing = {
  kind: 'past_due',
  provider,
  card: null,
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
} as const;

const waiting: MembershipState[] = [
  { kind: 'unconfirmed', provider, isPaid: true },
  { kind: 'canceling', provider, until },
  { kind: 'keeping', provider, until },
  { ...missing, until: null },
  { kind: 'charged_back', provider, endedAt: null },
];
const settled: MembershipState[] = [
  { kind: 'none' },
  { kind: 'given' },
  {
    kind: 'active',
    provider,
    card: null,
    nextPayment: { at: until, amountCents: 4_700, currency: 'usd', interval: 'month' },
  },
  {
    kind: 'pausing',
    provider,
    card: null,
    from: until,
    until,
    nextPayment: { at: until, amountCents: 4_700, currency: 'usd', interval: 'month' },
  },
  {
    kind: 'paused',
    provider,
    card: null,
    until,
    dueNowCents: 2_350,
    nextPayment: { at: until, amountCents: 4_700, currency: 'usd', interval: 'month' },
  },
  { kind: 'running_out', provider, until, canKeep: true },
  { ...missing, until },
  { kind: 'disputed', provider, isCanceled: false, until: null },
  { kind: 'charged_back', provider, endedAt: until },
  { kind: 'stopped', provider },
  { kind: 'ended', provider, endedAt: until },
];

const render = (membership: MembershipState) =>
  renderBillingParts(new Request('http://localhost:3000/profile/billing'), {
    membership,
    seat: null,
    pro: { kind: 'none' },
    team: { kind: 'none' },
    teamPrice: undefined,
    plans: [],
    trial: null,
    price: '$47',
    canPayYearly: false,
    canPayMonthly: false,
    payments: { payments: [], ways: { first: null, previous: null, next: null } },
  });

it('the billing page looks again where it offers to who has no scripts, as news is on its way', () => {
  const offered = (state: MembershipState) => {
    const { isAwaited, membership } = render(state);
    return [state.kind, isAwaited, membership.html?.includes('Look again')];
  };
  expect(waiting.map(offered)).toEqual(waiting.map(({ kind }) => [kind, true, true]));
  expect(settled.map(offered)).toEqual(settled.map(({ kind }) => [kind, false, false]));
});
