import { resellerPro } from '#app/domain/core/catalogue/products.ts';
import { upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { BuyButtons } from '#app/routes/checkout/buy-buttons.tsx';
import { Countdown } from '#app/routes/checkout/reseller/countdown.tsx';
import { Instead, Offer } from '#app/routes/checkout/reseller/offer.tsx';
import { findOffer } from '#app/routes/checkout/reseller/pro-offer.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/pro-upsell';

export async function loader({ context }: Route.LoaderArgs) {
  return { copy: upsellsCopy().proUpsell, ...(await findOffer(context.get(memberContext), resellerPro)) };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? ''),
];

export default function ProUpsell({ loaderData: { copy, wallet, instead } }: Route.ComponentProps) {
  const { title, lead, adds, priceLabel, price, interval, sum, terms, buy, pending, decline } = copy;
  return (
    <Offer title={title} lead={lead}>
      <dl className="border-t border-line-strong">
        {adds.map((add) => (
          <div key={add.title} className="grid gap-1 border-b border-line py-5">
            <dt className="font-display text-xl font-semibold">{add.title}</dt>
            <dd className="text-muted">{add.text}</dd>
          </div>
        ))}
      </dl>
      {instead ? (
        <Instead {...instead} />
      ) : (
        <>
          <Card className="grid gap-5">
            <p className="grid gap-1">
              <span className="text-sm text-muted">{priceLabel}</span>
              <span className="flex flex-wrap items-baseline gap-x-2">
                <strong className="font-display text-4xl tabular-nums">{price}</strong> {interval}
              </span>
            </p>
            <p>{sum}</p>
            <BuyButtons
              action="/create-pro-reseller-session"
              label={buy}
              pendingLabel={pending}
              wallet={wallet}
            />
            <p className="text-sm text-muted">{terms}</p>
          </Card>
          <ButtonLink variant="secondary" to={`${decline.to}?offer=declined`} className="justify-self-start">
            {decline.label}
          </ButtonLink>
          <Countdown copy={copy.countdown} />
        </>
      )}
    </Offer>
  );
}
