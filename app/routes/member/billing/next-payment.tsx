import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { everyInterval, perInterval } from '#app/platform/payments/interval-words.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { cardText, Fact } from '#app/routes/member/billing/state.tsx';
import { Day } from '#app/ui/day.tsx';

/** What a subscription that goes on costs next, when, and how it is paid. */
export function NextPayment({ provider, card, nextPayment }: Extract<MembershipState, { kind: 'active' }>) {
  const { at, amountCents, currency, interval, isFirst, switchesFrom, coming } = nextPayment;
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name={isFirst ? 'First payment' : 'Next payment'}>
          {formatMoney(amountCents, currency)}
          {at ? (
            <>
              {' '}
              on <Day at={at} />
            </>
          ) : (
            ', being collected'
          )}
        </Fact>
        <Fact name="Paid by">
          {canOf(provider).cardChange ? (card ? cardText(card) : 'Card') : canOf(provider).title}
        </Fact>
      </dl>
      <p className="text-sm">
        {isFirst
          ? `Until then it costs nothing. After that it renews ${everyInterval(interval)} until you cancel.`
          : switchesFrom
            ? `Until then the ${switchesFrom} you have paid for runs. After that it renews ${everyInterval(interval)}, as you have chosen, until you cancel.`
            : `It renews ${everyInterval(interval)} until you cancel.`}
      </p>
      {coming ? (
        <p className="text-sm">
          The price changes to {formatMoney(coming.amountCents, currency)} {perInterval(interval)}, from your
          first payment on or after <Day at={coming.from} />. If you cancel before, you never pay it.
        </p>
      ) : null}
    </>
  );
}
