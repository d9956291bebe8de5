import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { cancelGift, resendFromDesk } from '#app/domain/selling/gifts/desk.server.ts';
import { giftState, giftStateTone, giftStateWords } from '#app/domain/selling/gifts/gift-state.ts';
import { findGift } from '#app/domain/selling/gifts/listing.server.ts';
import { giftTitle } from '#app/domain/selling/gifts/making.server.ts';
import { actorOf, allow, confirmFirst, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { Facts } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/gift';

export const middleware: Route.MiddlewareFunction[] = [allow('gifts:read', 'gifts:manage')];

const list = { to: '/admin/gifts', label: 'Gifts' };

export async function loader({ params, context }: Route.LoaderArgs) {
  const gift = await findGift(params.giftId);
  if (!gift) throw notFound('There is no such gift', list);
  const { message: _, ...shown } = gift;
  return {
    gift: shown,
    title: giftTitle(gift.product, gift.months),
    state: giftState(gift),
    mayManage: may(context, 'gifts:manage'),
  };
}

export const action = formAction(async ({ params, url, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  try {
    switch (form.get('intent')) {
      case 'resend':
        await resendFromDesk(actor, params.giftId);
        return redirectWithFlash(url.pathname, 'The gift is on its way once more.');
      case 'cancel':
        await cancelGift(actor, params.giftId);
        return redirectWithFlash(url.pathname, 'The code is canceled. Nobody can redeem it.');
      default:
        throw unknownAction();
    }
  } catch (error) {
    return confirmFirst(error, url.pathname);
  }
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Gift')];

const person = (id: string, label: string) => (
  <Link to={`/admin/users/${id}`} className="link">
    {label}
  </Link>
);

export default function DeskGift({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, title, state, mayManage } = loaderData;
  const isOpen = gift.status === 'paid';
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb crumbs={[list]} current="Gift" />
      <PageHeading title={title}>Codes are never shown here: whoever has one can redeem it.</PageHeading>
      <FormErrors id="gift-error" errors={actionData?.lastResult.error?.['']} />
      <Facts
        facts={[
          [
            'State',
            <Badge key="state" tone={giftStateTone(state)}>
              {giftStateWords[state]}
            </Badge>,
          ],
          ['Giver', person(gift.giverId, 'See the giver')],
          ['Recipient', gift.redeemedById && person(gift.redeemedById, 'See who redeemed it')],
          ['Emailed to', gift.recipientEmail && <span className="wrap-anywhere">{gift.recipientEmail}</span>],
          ['Day', <Day key="day" at={gift.startsOn} />],
          ['Paid', gift.paidAt && <Moment key="paid" at={gift.paidAt} />],
          ['Amount', gift.paidCents !== null && formatMoney(gift.paidCents, gift.currency ?? undefined)],
          ['Emailed', gift.deliveredAt && <Moment key="sent" at={gift.deliveredAt} />],
          ['Redeemed', gift.redeemedAt && <Moment key="redeemed" at={gift.redeemedAt} />],
          ['Started', gift.startedAt && <Moment key="started" at={gift.startedAt} />],
          ['Ends', gift.endsAt && !gift.endedAt && <Moment key="ends" at={gift.endsAt} />],
          ['Ended', gift.endedAt && <Moment key="ended" at={gift.endedAt} />],
        ]}
      />
      {gift.paymentId && mayManage ? (
        <p>
          <Link to={`/admin/users/${gift.giverId}/payments/${gift.paymentId}/refund`} className="link">
            Refund the payment
          </Link>
          . That ends the code or, after it was redeemed, the membership it gives.
        </p>
      ) : null}
      {mayManage && isOpen ? (
        <form method="post" action={`${list.to}/${gift.id}`} className="flex flex-wrap gap-3">
          {state === 'sent' && gift.recipientEmail ? (
            <SubmitButton variant="secondary" intent="resend" pendingLabel="Sending...">
              Email the gift again
            </SubmitButton>
          ) : null}
          <SubmitButton variant="danger" intent="cancel" pendingLabel="Canceling...">
            Cancel the code
          </SubmitButton>
        </form>
      ) : null}
    </div>
  );
}
