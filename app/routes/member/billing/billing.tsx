import { redirect, redirectDocument } from 'react-router';
import { z } from 'zod';
import {
  membershipPriceText,
  nounOf,
  productOf,
  productsGiving,
} from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { findSubscriptionStates, listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import { keepMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { askForCards } from '#app/domain/selling/billing/card-expiry.server.ts';
import { priceInInterval, yearlyPriceOf } from '#app/domain/selling/billing/interval-switch.server.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import { isSubscribed, withGifts } from '#app/domain/selling/billing/membership-state.ts';
import { collectMissingPayment } from '#app/domain/selling/billing/missing-payment.server.ts';
import { resumeMembership } from '#app/domain/selling/pausing/pausing.server.ts';
import { findHeldSeats } from '#app/domain/selling/teams/accepting.server.ts';
import { acceptWinBack } from '#app/domain/selling/win-back/win-back.server.ts';
import type { ResumeOutcome } from '#app/platform/payments/port.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { monthsText } from '#app/routes/frame/months-text.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { adminBehindContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { renderBillingParts } from '#app/routes/member/billing/billing-parts.server.tsx';
import { MembershipNews } from '#app/routes/member/billing/membership-news.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import { waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/billing';

const path = '/profile/billing';

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id, role, hasMembership } = context.get(memberContext);
  const place = readPlace(url.searchParams);
  const isCardSaved = url.searchParams.get('card') === 'saved';
  // An admin who looks at the page as the member changes nothing by it.
  if (isCardSaved && !context.get(adminBehindContext)) await askForCards(id);
  const [
    { membership, reseller_pro: pro, team, trial, price: paidPrice, teamPrice, plans },
    { rows, ...beside },
  ] = await Promise.all([findSubscriptionStates(id), listPayments(id, place)]);
  const hasTeams = productsGiving('team').length > 0;
  const [seat] = hasTeams ? (await findHeldSeats(id)).filter(({ isOpen }) => isOpen) : [];
  if (place && rows.length === 0) throw redirect(path, 303);
  return {
    parts: renderBillingParts(request, {
      membership: withGifts(membership, hasMembership),
      seat: seat ? { ownerName: seat.ownerName, isOwn: seat.ownerId === id } : null,
      pro: withGifts(pro, role === 'pro_reseller'),
      team,
      teamPrice,
      plans,
      trial,
      price: membershipPriceText(),
      canPayYearly: yearlyPriceOf(paidPrice) !== undefined,
      canPayMonthly:
        productOf(paidPrice)?.interval === 'year' && priceInInterval(paidPrice, 'month') !== undefined,
      // That a card was saved is said once, not on the other pages too.
      payments: {
        payments: rows,
        ways: waysOf(path, withQuery('', url.search, { card: null }), beside, '#payments'),
      },
    }),
    isCardSaved,
    hasTeams,
  };
}

const schema = z.object({
  intent: z.enum(['keep', 'card', 'pay', 'resume', 'offer']),
  /** The membership where a form names none. */
  of: z.string().refine(isSubscribed).default('membership'),
  /** In cents, what was shown to be taken by resuming; absent for nothing. */
  due: z.coerce.number().pipe(z.int().min(0)).optional(),
  /** What was shown of a lower price. */
  percent: z.coerce.number().pipe(z.int().min(1).max(90)).default(1),
  months: z.coerce.number().pipe(z.int().min(1).max(12)).default(1),
});

const resumedWords: Record<ResumeOutcome, string> = {
  withdrawn: 'Your membership goes on without a pause. We have sent you an email about it.',
  paid: 'Welcome back. Your payment has gone through, and everything is open again. It may take a moment to show here.',
  pending:
    'Welcome back. Everything is open again, and your payment is being confirmed. It may take a moment to show here.',
  unchanged: 'Your membership is not paused.',
};

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const { intent, of: gives, due = null, percent: percentOff, months } = readAction(form, schema);
  await consumeRateLimit(billingChangeLimit, viewer.id);
  if (intent === 'card') return redirectDocument(await openCardPage(viewer, gives), 303);
  if (intent === 'pay') {
    const confirmation = await collectMissingPayment(viewer, gives);
    if (confirmation) return redirectDocument(confirmation, 303);
    return redirectWithFlash(path, 'Your payment has gone through. It may take a moment to show here.');
  }
  if (intent === 'offer') {
    const isNew = await acceptWinBack(viewer, { percentOff, months });
    const words = `You get ${percentOff}% off for ${monthsText(months)}.`;
    return redirectWithFlash(path, isNew ? `${words} We have sent you an email about it.` : words);
  }
  if (intent === 'resume') return redirectWithFlash(path, resumedWords[await resumeMembership(viewer, due)]);
  const isNew = await keepMembership(viewer, gives);
  const said = `Your ${nounOf(gives)} goes on.`;
  return redirectWithFlash(path, isNew ? `${said} We have sent you an email about it.` : said);
});

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Billing')];

export default function Billing({
  loaderData: { parts, isCardSaved, hasTeams },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <h1>Billing</h1>
      </header>
      <FormErrors id="billing-error" errors={actionData?.lastResult?.error?.['']} />
      {isCardSaved && !actionData ? (
        <Notice tone="success" live>
          Your card has been replaced. Your next payments are taken from it.
        </Notice>
      ) : null}
      <MembershipNews isAwaited={parts.isAwaited} part={parts.membership} />
      <LinksFromServer part={parts.others} />
      {hasTeams ? (
        <p className="-mb-6">
          <Link to="/profile/team" className="link inline-flex min-h-11 items-center">
            Your team, and seats you have in teams
          </Link>
        </p>
      ) : null}
      <p>
        <Link to="/gifts" className="link inline-flex min-h-11 items-center">
          Gifts you give, and gifts you redeemed
        </Link>
      </p>
    </div>
  );
}
