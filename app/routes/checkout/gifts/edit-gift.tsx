import { redirect } from 'react-router';
import { giftSchema } from '#app/domain/selling/gifts/gift-schema.server.ts';
import { findGiven } from '#app/domain/selling/gifts/listing.server.ts';
import { changeGift } from '#app/domain/selling/gifts/making.server.ts';
import { findOffers } from '#app/domain/selling/gifts/offers.server.ts';
import { dayText, formDays } from '#app/routes/checkout/gifts/form-days.server.ts';
import { GiftFields } from '#app/routes/checkout/gifts/gift-form.tsx';
import { offerOf } from '#app/routes/checkout/gifts/gift-words.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/edit-gift';

export async function loader({ params, context }: Route.LoaderArgs) {
  const gift = await findGiven(context.get(memberContext).id, params.giftId);
  if (!gift) throw notFound('There is no such gift.', { to: '/gifts', label: 'Your gifts' });
  if (gift.status !== 'draft' || gift.isHeld) throw redirect(`/gifts/${gift.id}`, 303);
  const { id, product, recipientEmail, giverName, message, startsOn, giftCurrency } = gift;
  return {
    id,
    offers: findOffers(giftCurrency).map(offerOf),
    days: formDays(),
    initial: {
      option: product,
      currency: giftCurrency,
      delivery: recipientEmail ? ('email' as const) : ('card' as const),
      recipientEmail: recipientEmail ?? '',
      giverName,
      message,
      startsOn: dayText(startsOn),
    },
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const id = params.giftId;
  await changeGift(context.get(memberContext).id, id, parseForm(form, giftSchema));
  return redirect(`/gifts/${id}`, 303);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Change your gift')];

export default function EditGift({ loaderData, actionData }: Route.ComponentProps) {
  const { id, offers, days, initial } = loaderData;
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/gifts', label: 'Your gifts' }]} current="Change your gift" />
        <h1>Change your gift</h1>
      </header>
      <GiftFields reply={actionData} initial={initial} offers={offers} days={days} cancel={`/gifts/${id}`} />
    </div>
  );
}
