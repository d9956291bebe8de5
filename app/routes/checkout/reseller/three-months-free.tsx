import { resellerProFree3 } from '#app/domain/core/catalogue/products.ts';
import { upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { BuyButtons } from '#app/routes/checkout/buy-buttons.tsx';
import { Instead, Offer } from '#app/routes/checkout/reseller/offer.tsx';
import { findOffer } from '#app/routes/checkout/reseller/pro-offer.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/three-months-free';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    copy: upsellsCopy().threeMonthsFree,
    ...(await findOffer(context.get(memberContext), resellerProFree3)),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? ''),
];

export default function ThreeMonthsFree({ loaderData: { copy, wallet, instead } }: Route.ComponentProps) {
  const { title, lead, sum, schedule, paragraphs, terms, buy, pending, decline } = copy;
  return (
    <Offer title={title} lead={lead}>
      {instead ? (
        <Instead {...instead} />
      ) : (
        <>
          <Card className="grid gap-5">
            <p className="font-display text-2xl tabular-nums">{sum}</p>
            <dl className="border-t border-line">
              {schedule.map(({ when, amount }) => (
                <div
                  key={when}
                  className="grid grid-cols-2 gap-x-4 border-b border-line py-3 sm:grid-cols-[1fr_auto]"
                >
                  <dt>{when}</dt>
                  <dd className="font-semibold sm:text-right">{amount}</dd>
                </div>
              ))}
            </dl>
            <BuyButtons
              action="/create-pro-reseller-session"
              fields={{ three_months_free: 'true' }}
              label={buy}
              pendingLabel={pending}
              wallet={wallet}
            />
            <p className="text-sm text-muted">{terms}</p>
          </Card>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="text-muted">
              {paragraph}
            </p>
          ))}
          <ButtonLink variant="secondary" to={decline.to} className="justify-self-start">
            {decline.label}
          </ButtonLink>
        </>
      )}
    </Offer>
  );
}
