import { z } from 'zod';
import { pendingDays } from '#app/domain/core/catalogue/programme.ts';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { leaveProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import { giveUpPayoutAddress } from '#app/domain/programme/payouts/addresses.server.ts';
import { obstacleIn, payoutsRead } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { readPayoutGroup } from '#app/domain/programme/payouts/payout-groups.ts';
import { statementMonths } from '#app/domain/programme/payouts/statement-months.ts';
import { listPayouts, readPayoutKey, sumPayouts } from '#app/domain/programme/payouts/statements.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { readCentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { readDays, spanOf } from '#app/routes/affiliate-centre/lists/days.ts';
import { AddressCard } from '#app/routes/affiliate-centre/payouts/address-card.tsx';
import { Closing } from '#app/routes/affiliate-centre/payouts/last-payout-status.tsx';
import { Leave } from '#app/routes/affiliate-centre/payouts/leave-program.tsx';
import { MonthList, PayoutList } from '#app/routes/affiliate-centre/payouts/payout-list.tsx';
import { dayChips } from '#app/routes/frame/lists/day-chips.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { waysOf } from '#app/ui/list-pagination.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';
import type { Route } from './+types/payouts';

const path = '/affiliate-centre/payouts';

/** Three queries. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id, role, deletionDueAt } = context.get(memberContext);
  const place = readPlaceBy(url.searchParams, readPayoutKey);
  const group = readPayoutGroup(url.searchParams);
  const days = readDays(url.searchParams);
  const filter = { group, ...spanOf(days) };
  const [{ payee, earned }, { rows: payouts, ...beside }, sums] = await Promise.all([
    readOfMember(context, payoutsRead()),
    listPayouts(id, place, filter),
    sumPayouts(id, filter),
  ]);
  const { account, profile, closing } = payee;
  return {
    account,
    profile,
    closing,
    list: {
      payouts,
      sums,
      group,
      days,
      chips: dayChips(days, 'Made'),
      search: url.search,
      display: readCentreDisplay(request, 'own-payouts'),
      isFirstPage: place === null,
      ways: waysOf(path, url.search, beside, '#history'),
    },
    months: statementMonths(account.firstDay, now()).map((month) => ({
      month,
      cents: earned.find(({ start }) => start.startsWith(month))?.cents ?? 0,
    })),
    obstacle: obstacleIn(payee),
    role,
    // Deleting the account leaves the program too.
    mayLeave: role !== 'member' && role !== 'admin' && deletionDueAt === null,
    terms: withFacts(
      'Paid out on the {{payoutDay}} of the month from {{payoutMinimum}} on, or when you ask.',
    ),
  };
}

const schema = z.object({ intent: z.enum(['give-up', 'leave']), address: z.string().default('') });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const pressed = readAction(form, schema);
  if (pressed.intent === 'give-up') {
    const isGivenUp = await giveUpPayoutAddress(viewer.id, pressed.address);
    return isGivenUp
      ? redirectWithFlash(path, 'The change of your payout address is given up.')
      : redirectWithFlash(path, 'There is no balance left to give up.', 'error');
  }
  await leaveProgramme(viewer);
  return redirectWithFlash(path, 'You have left the affiliate program.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Payouts')];

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  const { account, profile, closing, role, mayLeave, list, months } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <CentreNav current="payouts" isFormer={role === 'member'} />
      <header className="grid max-w-3xl gap-4">
        <h1 className="headline">Payouts</h1>
        <p className="text-xl text-muted">Your balance, your payouts, and the commissions in each of them.</p>
      </header>
      <FormErrors id="payout-error" errors={actionData?.lastResult?.error?.['']} />
      {closing ? <Closing account={account} closing={closing} profile={profile} /> : null}
      <Balance {...loaderData} />
      <AddressCard profile={profile} />
      <PayoutList {...list} />
      {months.length > 0 ? <MonthList months={months} currency={account.currency} /> : null}
      {mayLeave ? <Leave role={role} /> : null}
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Balance({ account, obstacle, terms }: Loaded) {
  const { approvedCents, waitingCents, heldCents, inPayoutCents, paidCents, next, currency } = account;
  const money = (cents: number) => signedMoney(cents, currency);
  return (
    <section aria-labelledby="balance" className="grid gap-4">
      <h2 id="balance" className="sr-only">
        Balance
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] gap-4">
        <Card className="grid content-between gap-6">
          <div className="grid gap-1">
            <p className="text-sm text-muted">Approved</p>
            <p className="font-display text-5xl leading-tight tabular-nums">{money(approvedCents)}</p>
            <p className="text-sm text-muted">
              {approvedCents < 0
                ? 'Refunds took back more than you have earned since. The difference comes off what you earn next.'
                : terms}
            </p>
          </div>
          {/* Leads to a second look at amount and address. */}
          <form action={`${path}/request`} className="grid gap-3">
            <Button
              type="submit"
              size="large"
              aria-disabled={obstacle ? true : undefined}
              aria-describedby={obstacle ? 'obstacle' : undefined}
            >
              Request Payout
            </Button>
            {obstacle ? (
              <p id="obstacle" className="text-sm text-muted">
                {obstacle}
              </p>
            ) : null}
          </form>
        </Card>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-4">
          <StatCard
            label="Waiting"
            value={money(waitingCents)}
            note={
              next ? (
                <>
                  {money(next.cents)} more approved on <Day at={next.at} />
                </>
              ) : (
                `Each commission waits ${pendingDays} days, in case the payment is refunded.`
              )
            }
          />
          <StatCard
            label="Under review"
            value={money(heldCents)}
            note="We check it and decide within days."
          />
          <StatCard label="On its way" value={money(inPayoutCents)} note="Sent to your PayPal account." />
          <StatCard label="Paid" value={money(paidCents)} note="All time." />
        </div>
      </div>
    </section>
  );
}
