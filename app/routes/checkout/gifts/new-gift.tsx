import { redirect } from 'react-router';
import { giftSchema } from '#app/domain/selling/gifts/gift-schema.server.ts';
import { createGift } from '#app/domain/selling/gifts/making.server.ts';
import { findShownOffers } from '#app/domain/selling/gifts/offers.server.ts';
import { formDays } from '#app/routes/checkout/gifts/form-days.server.ts';
import { GiftFields } from '#app/routes/checkout/gifts/gift-form.tsx';
import { offerOf } from '#app/routes/checkout/gifts/gift-words.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { salesPage } from '#app/routes/http/page-handle.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/new-gift';

export const handle = salesPage;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { offers, currency } = findShownOffers(context.get(currencyContext));
  if (offers.length === 0)
    throw await redirectWithFlash('/gift', 'Gifts cannot be bought at the moment.', 'error');
  const key = url.searchParams.get('option');
  const option = offers.find((offer) => offer.key === key) ?? offers[0];
  return {
    offers: offers.map(offerOf),
    option: option?.key,
    currency,
    days: formDays(),
    giverName: context.get(memberContext).name,
  };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const id = await createGift(context.get(memberContext).id, parseForm(form, giftSchema));
  return redirect(`/gifts/${id}`, 303);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Give a membership')];

export default function NewGift({ loaderData, actionData }: Route.ComponentProps) {
  const { offers, option, currency, days, giverName } = loaderData;
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/gift', label: 'Gifts' }]} current="Your gift" />
        <h1>Give a membership</h1>
        <p className="max-w-prose text-muted">You see everything once more before you pay.</p>
      </header>
      <GiftFields
        reply={actionData}
        initial={{
          ...(option ? { option } : {}),
          currency,
          delivery: 'email',
          startsOn: days.first,
          giverName,
        }}
        offers={offers}
        days={days}
        cancel="/gift"
      />
    </div>
  );
}
