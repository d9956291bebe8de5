import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { SeatPlan } from '#app/domain/selling/teams/seat-changes.server.ts';
import { seatsText } from '#app/domain/selling/teams/seat-rules.ts';
import { perInterval } from '#app/platform/payments/interval-words.ts';
import { Consequence } from '#app/routes/member/billing/consequence.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** What another number of seats costs, and from when on it is there. */
export function SeatPlanCard({ plan }: { plan: SeatPlan }) {
  const { seats, from, price } = plan;
  const total = `${formatMoney(price.totalCents, price.currency)} ${perInterval(price.interval)}`;
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">
        {seatsText(seats)} in place of {from}
      </h2>
      {plan.kind === 'more' ? <DueNow {...plan.preview} /> : null}
      <ul className="grid gap-3">
        {plan.kind === 'more' ? (
          <Consequence>
            The seats are yours at once. You pay for the rest of the period you have paid for, from the card
            that pays your team. If the bank refuses it, nothing changes.
          </Consequence>
        ) : plan.kind === 'fewer' ? (
          <Consequence>
            Until <Day at={plan.at} /> nothing is charged, and you can take this back. What you have paid is
            not credited.
          </Consequence>
        ) : (
          <Consequence>
            You have paid for them until <Day at={plan.at} />, so nothing is charged now.
          </Consequence>
        )}
        <Consequence>
          From your next payment on, all seats cost {total}, plus tax where it applies.
        </Consequence>
      </ul>
    </Card>
  );
}

type DueProps = Extract<SeatPlan, { kind: 'more' }>['preview'];

function DueNow({ dueCents, taxCents, balanceCents, currency }: DueProps) {
  return (
    <dl className="grid gap-3">
      {taxCents > 0 ? <Line name="Of it, tax" text={formatMoney(taxCents, currency)} /> : null}
      {balanceCents > 0 ? (
        <Line name="Paid by your credit with us" text={formatMoney(balanceCents, currency)} />
      ) : null}
      <Line name="To pay now" text={formatMoney(dueCents, currency)} isTotal />
    </dl>
  );
}

function Line({ name, text, isTotal = false }: { name: string; text: string; isTotal?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-6${isTotal ? ' font-semibold' : ''}`}>
      <dt>{name}</dt>
      <dd className="tabular-nums">{text}</dd>
    </div>
  );
}
