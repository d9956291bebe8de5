import { membership } from '#app/domain/core/catalogue/products.ts';
import { firstWeekCopy } from '#app/domain/learning/first-week/first-week-copy.server.ts';
import { findWeek } from '#app/domain/learning/first-week/week.server.ts';
import { findAfterOffer } from '#app/domain/selling/billing/after-offer.server.ts';
import { upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { config } from '#app/platform/config.server.ts';
import { timeZoneChoices } from '#app/platform/time-zone.ts';
import { AfterOfferCard } from '#app/routes/checkout/after-offer.tsx';
import { findPurchaseState } from '#app/routes/checkout/purchase-state.server.ts';
import { findPurchaseSummary } from '#app/routes/checkout/purchase-summary.server.ts';
import { shownOffer } from '#app/routes/checkout/shown-offer.server.ts';
import { JoinButton } from '#app/routes/frame/join-button.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { LookAgain } from '#app/routes/frame/polling.tsx';
import { type WayIn, wayIn } from '#app/routes/frame/way-in.ts';
import { type WeekField, WeekForm } from '#app/routes/frame/week-form.tsx';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Check, Clock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/thank-you';

/** How far the membership's payment is. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const currency = context.get(currencyContext);
  const state = await findPurchaseState(url, viewer, membership, viewer.hasMembership);
  const isActive = state === 'active';
  const [summary, week, offer] = await Promise.all([
    isActive ? findPurchaseSummary(viewer.id) : null,
    isActive ? findWeek(viewer.id) : null,
    isActive ? findAfterOffer(viewer, membership.productKey, currency) : null,
  ]);
  return {
    copy: upsellsCopy().thankYou,
    state,
    summary,
    offer: offer && shownOffer(offer, config().checkout.hasTaxOnTop),
    // Nobody is asked twice.
    questions: isActive && !week ? { copy: firstWeekCopy(), timeZones: timeZoneChoices } : null,
    way: wayIn(viewer, currency),
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData && titleOf(loaderData)),
];

type Shown = Route.ComponentProps['loaderData'];
type Copy = Shown['copy'];

function titleOf({ copy, state }: Pick<Shown, 'copy' | 'state'>): string {
  if (state === 'failed') return copy.failed.title;
  return state === 'none' ? copy.none.title : copy.title;
}

export default function ThankYou({ loaderData }: Route.ComponentProps) {
  const { copy, state, way } = loaderData;
  if (state === 'failed') return <Failed {...copy.failed} />;
  return (
    <div className="page page-narrow grid gap-6 py-12 sm:py-16">
      <h1>{titleOf(loaderData)}</h1>
      {state === 'active' ? <Active copy={copy} summary={loaderData.summary} /> : null}
      {loaderData.offer ? <AfterOfferCard offer={loaderData.offer} /> : null}
      {loaderData.questions ? <Questions {...loaderData.questions} /> : null}
      {state === 'pending' ? <Waiting {...copy.waiting} /> : null}
      {state === 'none' ? <NoPurchase {...copy.none} way={way} /> : null}
      {loaderData.questions ? <p className="text-sm text-muted">{copy.skip}</p> : null}
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          variant={state === 'none' || loaderData.questions ? 'secondary' : 'primary'}
          to={copy.dashboard.to}
        >
          {copy.dashboard.label}
        </ButtonLink>
        <ButtonLink variant="secondary" to={copy.home.to} reloadDocument>
          {copy.home.label}
        </ButtonLink>
      </div>
    </div>
  );
}

function NoPurchase({ text, paid, billing, way }: Copy['none'] & { way: WayIn }) {
  return (
    <>
      <p className="text-lg text-muted">{text}</p>
      <div className="grid justify-items-start gap-4">
        <JoinButton size="large" way={way} />
        <p className="text-sm text-muted">
          {paid}{' '}
          <Link to={billing.to} className="link">
            {billing.label}
          </Link>
        </p>
      </div>
    </>
  );
}

function Active({ copy: { active }, summary }: { copy: Copy; summary: Shown['summary'] }) {
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <p className="flex items-start gap-2 font-display text-xl leading-snug text-good">
          <Check className="mt-1" /> {active.title}
        </p>
        <p className="text-muted">{active.text}</p>
      </div>
      {summary ? <Paid {...summary} /> : null}
    </Card>
  );
}

/** The four questions that a first week is planned from; the dashboard opens on it. */
function Questions({ copy, timeZones }: NonNullable<Shown['questions']>) {
  return (
    <Card className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <h2>{copy.title}</h2>
        <p className="text-muted">{copy.lead}</p>
      </div>
      <WeekForm
        copy={copy}
        timeZones={timeZones}
        form={formFields<Record<WeekField, string>>('first-week', undefined)}
      />
    </Card>
  );
}

/** What was paid, with its receipt, and when and how much comes next: nobody has to look for it. */
function Paid({ payment, next }: NonNullable<Shown['summary']>) {
  if (!payment && !next) return null;
  return (
    <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
      {payment ? (
        <div className="grid content-start gap-1">
          <dt className="text-sm text-muted">You paid</dt>
          <dd className="font-display text-3xl leading-tight tabular-nums">{payment.amount}</dd>
          <dd className="text-sm text-muted">
            {payment.productName}, <Day at={payment.paidAt} />
          </dd>
          <dd>
            <Link
              to={
                payment.receiptNumber
                  ? `/profile/billing/receipts/${payment.receiptNumber}`
                  : '/profile/billing'
              }
              className="link inline-flex min-h-11 items-center text-sm"
            >
              {payment.receiptNumber ? `Receipt ${payment.receiptNumber}` : 'Your payments'}
            </Link>
          </dd>
        </div>
      ) : null}
      {next ? (
        <div className="grid content-start gap-1">
          <dt className="text-sm text-muted">Next charge</dt>
          <dd className="font-display text-3xl leading-tight tabular-nums">{next.amount}</dd>
          <dd className="text-sm text-muted">
            On <Day at={next.at} />, unless you cancel before then
          </dd>
          <dd>
            <Link to="/profile/billing" className="link inline-flex min-h-11 items-center text-sm">
              Change or cancel
            </Link>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Waiting({ title, text, again }: Copy['waiting']) {
  return (
    <Card className="grid justify-items-start gap-2">
      <p role="status" className="flex items-start gap-2 font-display text-xl leading-snug">
        <Clock className="mt-1" /> {title}
      </p>
      <p className="text-muted">{text}</p>
      <LookAgain to="/thank-you" label={again} />
    </Card>
  );
}

function Failed({ title, text, label, to }: Copy['failed']) {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-12 sm:py-16">
      <h1>{title}</h1>
      <p className="text-muted">{text}</p>
      <ButtonLink to={to}>{label}</ButtonLink>
    </div>
  );
}
