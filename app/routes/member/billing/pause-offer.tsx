import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { PausePlan } from '#app/domain/selling/pausing/pausing.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** A break in place of an end, one press each: it stands after the button that cancels, never before it. */
export function PauseOffer({
  plan: { from, options, amountCents, currency, hasTaxOnTop },
}: {
  plan: PausePlan;
}) {
  return (
    <section aria-labelledby="pause-offer">
      <Card className="grid gap-4">
        <h2 id="pause-offer" className="text-xl">
          Or take a break instead
        </h2>
        <p className="text-muted">
          Your membership pauses on <Day at={from} />, when the month you have paid for ends. Until the day
          you choose nothing is charged and lessons are closed. Then it resumes by itself, and we take{' '}
          {formatMoney(amountCents, currency)}
          {hasTaxOnTop ? ' plus tax' : ''} from your card, as every month.
        </p>
        <form method="post" action="/profile/billing/pause" className="flex flex-wrap gap-3">
          <input type="hidden" name="from" value={Math.floor(from.getTime() / 1000)} />
          {options.map(({ months, until }) => (
            <SubmitButton
              key={months}
              variant="secondary"
              name="months"
              value={String(months)}
              pendingLabel="Pausing..."
            >
              {`Pause until ${formatLongDay(until)}`}
            </SubmitButton>
          ))}
        </form>
      </Card>
    </section>
  );
}
