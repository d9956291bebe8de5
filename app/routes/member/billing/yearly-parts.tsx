import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { SwitchPlan } from '#app/domain/selling/billing/interval-switch.server.ts';
import { Consequence } from '#app/routes/member/billing/consequence.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** How the amount to pay for a switch is made up. */
export function SwitchCost({ plan: { to, preview } }: { plan: SwitchPlan }) {
  const { dueCents, creditCents, discountCents, taxCents, balanceCents, currency } = preview;
  const less = [
    ['Credit for the unused part of your month', creditCents],
    ['Discount', discountCents],
  ] as const;
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What you pay now</h2>
      <dl className="grid gap-3">
        <Line name="One year" text={formatMoney(to.amountCents, to.currency)} />
        {less.map(([name, cents]) =>
          cents > 0 ? <Line key={name} name={name} text={`−${formatMoney(cents, currency)}`} /> : null,
        )}
        {taxCents > 0 ? <Line name="Tax" text={formatMoney(taxCents, currency)} /> : null}
        {balanceCents > 0 ? (
          <Line name="Your credit with us" text={`−${formatMoney(balanceCents, currency)}`} />
        ) : null}
        <Line name="To pay now" text={formatMoney(dueCents, currency)} isTotal />
      </dl>
      <p className="text-sm text-muted">
        Our payment provider calculates the credit to the second. The amount shown is good for an hour.
      </p>
    </Card>
  );
}

function Line({ name, text, isTotal = false }: { name: string; text: string; isTotal?: boolean }) {
  return (
    <div
      className={
        isTotal
          ? 'flex flex-wrap justify-between gap-x-6 border-t border-line pt-3 font-semibold'
          : 'flex flex-wrap justify-between gap-x-6'
      }
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{text}</dd>
    </div>
  );
}

/** What switching does. */
export function SwitchConsequences({ plan: { from, to, preview } }: { plan: SwitchPlan }) {
  return (
    <section aria-labelledby="switching" className="grid gap-4">
      <h2 id="switching" className="text-xl">
        What happens when you switch
      </h2>
      <ul className="grid gap-3">
        <Consequence>
          Your year begins today. The next payment of {formatMoney(to.amountCents, to.currency)}
          {preview.taxCents > 0 ? ' plus tax' : null} is due on <Day at={preview.renewsAt} />, and then every
          year until you cancel. We email you 30 days before each one.
        </Consequence>
        <Consequence>
          The payment is taken from the card that pays your membership. If the bank refuses it, nothing
          changes.
        </Consequence>
        <Consequence>
          Your {formatMoney(from.amountCents, from.currency)} a month ends. If you pay by the month again
          later, you pay the monthly price of that time.
        </Consequence>
        <Consequence>
          You can cancel at any time and keep everything until the end of the year you have paid for. After
          that you can join again by the month.
        </Consequence>
        <Consequence>
          If the guarantee still covers your first payment, from today it covers what you pay now in its
          place: {formatMoney(preview.dueCents, preview.currency)}. The payment for your month is not part of
          that: the month counts as used, the credited rest too.
        </Consequence>
      </ul>
    </section>
  );
}
