import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { WinBackOffer as Offer } from '#app/domain/selling/win-back/win-back.server.ts';
import { monthsText } from '#app/routes/frame/months-text.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** A lower price in place of an end, one press: it stands after the button that cancels, never before it. */
export function WinBackOffer({ offer }: { offer: Offer }) {
  const { percentOff, months, amountCents, offeredCents, currency, hasTaxOnTop } = offer;
  const [price, offered] = [formatMoney(amountCents, currency), formatMoney(offeredCents, currency)];
  return (
    <section aria-labelledby="win-back-offer">
      <Card className="grid gap-4">
        <h2 id="win-back-offer" className="text-xl">
          {`Or stay for ${offered} a month`}
        </h2>
        <p className="text-muted">
          {months === 1
            ? `Your next payment is ${offered} in place of ${price}.`
            : `Each of your next ${months} payments is ${offered} in place of ${price}.`}{' '}
          After that you pay {price} a month again{hasTaxOnTop ? ', plus tax as always' : ''}. You can cancel
          at any time, with one button.
        </p>
        <form method="post" action="/profile/billing">
          <input type="hidden" name="percent" value={percentOff} />
          <input type="hidden" name="months" value={months} />
          <SubmitButton variant="secondary" intent="offer" pendingLabel="Saving...">
            {`Take ${percentOff}% off for ${monthsText(months)}`}
          </SubmitButton>
        </form>
      </Card>
    </section>
  );
}
