import { PurchaseTerms } from '#app/routes/checkout/purchase-terms.tsx';
import type { ShownOffer } from '#app/routes/checkout/shown-offer.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';

/** One more product, for who has just bought something: bought with one press, or at the checkout. Nothing follows from leaving it. */
export function AfterOfferCard({ offer }: { offer: ShownOffer }) {
  const { name, tagline, amountCents, price, checkout, sales, hasTaxOnTop, isOneClick } = offer;
  return (
    <section aria-labelledby="after-offer">
      <Card className="grid gap-4">
        <div className="grid gap-2">
          <p className="eyebrow">Goes with it</p>
          <h2 id="after-offer" className="wrap-anywhere">
            {name}
          </h2>
          {tagline ? <p className="text-muted">{tagline}</p> : null}
        </div>
        {isOneClick ? (
          <form method="post" action={checkout} className="grid justify-items-start gap-3">
            <input type="hidden" name="due" value={amountCents} />
            <SubmitButton intent="saved" pendingLabel="Paying...">
              {`Add ${name} for ${price}`}
            </SubmitButton>
            <p className="text-sm text-muted">
              Takes {price} once, at once, from the card that pays your subscription. You need not type it
              again, and nothing is added to your subscription.
            </p>
            <PurchaseTerms />
          </form>
        ) : (
          <p>
            <ButtonLink to={checkout} reloadDocument>
              {`Get ${name} for ${price}${hasTaxOnTop ? ' plus tax' : ''}`}
            </ButtonLink>
          </p>
        )}
        <p className="text-sm">
          <Link to={sales} className="link inline-flex min-h-11 items-center" reloadDocument>
            What it contains
          </Link>
        </p>
      </Card>
    </section>
  );
}
