import type { ReactNode } from 'react';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import { explainEntry } from '#app/domain/programme/commissions/ledger.server.ts';
import { buyerWords, saleTitle } from '#app/domain/programme/commissions/sale-facts.ts';
import {
  affiliateCommissionsCopy,
  reasonInWords,
} from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { LedgerTable, StateBadge, signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/commission';

export async function loader({ params, context }: Route.LoaderArgs) {
  const copy = affiliateCommissionsCopy();
  const found = await explainEntry(context.get(memberContext).id, params.id);
  if (!found)
    throw notFound(copy.entry.unknown, { to: '/affiliate-centre/commissions', label: copy.entry.back });
  const { ofPayment, ...entry } = found;
  return {
    copy,
    entry,
    ofPayment,
    reason: reasonInWords(entry.reason, entry.disputeOutcome),
    /** What the rows of the payment before this one come to. */
    beforeCents: ofPayment
      .slice(
        0,
        ofPayment.findIndex(({ id }) => id === entry.id),
      )
      .reduce((sum, { cents }) => sum + cents, 0),
    isAvailable: entry.availableAt <= now(),
    isFormer: context.get(memberContext).role === 'member',
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.entry.title ?? 'Why this amount'),
];

type Loaded = Route.ComponentProps['loaderData'];

export default function CommissionEntry({ loaderData }: Route.ComponentProps) {
  const { copy, entry, ofPayment, reason } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <CentreNav current="overview" isFormer={loaderData.isFormer} />
      <header className="grid gap-2">
        <p className="eyebrow">{copy.entry.title}</p>
        <h1 className="headline">
          {copy.kinds[entry.kind]}: {signedMoney(entry.cents, entry.currency)}
        </h1>
        {reason ? <p className="max-w-prose text-xl text-muted">{reason}</p> : null}
      </header>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
        {entry.paymentId ? <Sum {...loaderData} /> : null}
        <Facts {...loaderData} />
      </div>
      {ofPayment.length > 1 ? (
        <section className="grid grid-cols-1 gap-4">
          <h2 className="text-2xl">{copy.entry.all}</h2>
          <LedgerTable copy={copy} caption={copy.entry.all} entries={ofPayment} />
        </section>
      ) : null}
      <p>
        <Link to="/affiliate-centre/commissions" className="link inline-flex min-h-11 items-center">
          {copy.entry.back}
        </Link>
      </p>
    </div>
  );
}

function Row({ label, children, isTotal }: { label: string; children: ReactNode; isTotal?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2 last:border-0">
      <dt className={isTotal ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={classNames('ml-auto text-right tabular-nums', isTotal && 'font-semibold')}>
        {children}
      </dd>
    </div>
  );
}

/** What the buyer's money did: paid, gone back, or come again; null where only what is known of it has changed. */
function movedLabel({ copy: { entry: words }, entry: { kind, amountCents } }: Loaded): string | null {
  if (kind === 'restoration' || kind === 'reversal') {
    if (amountCents === 0) return null;
    return amountCents < 0 ? words.returned : words.cameBack;
  }
  return words.paid;
}

/** How the amount comes about: what was received, times the rate, less what stood before. */
function Sum(loaded: Loaded) {
  const { entry, beforeCents } = loaded;
  const words = loaded.copy.entry;
  const { amountCents, basisCents, ratePercent, cents, currency } = entry;
  const { paid } = entry.snapshot;
  const moved = movedLabel(loaded);
  const isNext = beforeCents !== 0;
  const dueCents = beforeCents + cents;
  // What was taken back whole was not taken back by the rate, where money is still there.
  const isByRate = !isNext || dueCents !== 0 || basisCents === 0;
  return (
    <Card className="grid gap-2">
      <h2 className="text-xl">{words.sum}</h2>
      <dl>
        {paid ? (
          <Row label={words.paidIn}>
            {formatMoney(paid.cents, paid.currency)}
            <span className="block text-sm text-muted">
              {formatMoney(paid.priceCents, paid.currency)} counts as{' '}
              {formatMoney(paid.ledgerCents, currency)}
            </span>
          </Row>
        ) : null}
        {moved === null ? null : <Row label={moved}>{formatMoney(Math.abs(amountCents), currency)}</Row>}
        {basisCents === null ? null : <Row label={words.received}>{formatMoney(basisCents, currency)}</Row>}
        {ratePercent === null || !isByRate ? null : <Row label={words.rate}>{ratePercent}%</Row>}
        {isNext ? (
          <>
            <Row label={words.due}>{formatMoney(dueCents, currency)}</Row>
            <Row label={words.before}>{signedMoney(-beforeCents, currency)}</Row>
          </>
        ) : null}
        <Row label={words.commission} isTotal>
          {signedMoney(cents, currency)}
        </Row>
      </dl>
    </Card>
  );
}

/** When a row counts, or did. */
const availableLabel = ({ copy: { entry: words }, entry, isAvailable }: Loaded): string =>
  entry.state === 'under_review' ? words.availableHeld : isAvailable ? words.available : words.availableLater;

/** Whose sale it was and by which rule, what has become of the row, and the days that matter. */
function Facts(loaded: Loaded) {
  const { copy, entry } = loaded;
  const { entry: words } = copy;
  const { snapshot, product, payout, availableAt, at, state, tier, paymentId } = entry;
  const { attribution, paidAt } = snapshot;
  return (
    <Card className="grid gap-2">
      <h2 className="text-xl">{paymentId ? words.whose : words.about}</h2>
      {tier === 'second_tier' ? (
        <p>{words.second}</p>
      ) : attribution ? (
        <p>{words.rules[attribution.rule]}</p>
      ) : null}
      <dl>
        {product ? <Row label={words.product}>{productName(product)}</Row> : null}
        {entry.sale ? (
          <>
            <Row label={words.sale}>{saleTitle(entry.sale)}</Row>
            <Row label={words.buyer}>{buyerWords(entry.sale)}</Row>
          </>
        ) : null}
        {attribution?.promotionCode ? <Row label={words.code}>{attribution.promotionCode}</Row> : null}
        {attribution?.clickedAt ? (
          <Row label={words.click}>
            <Day at={new Date(attribution.clickedAt)} />
          </Row>
        ) : null}
        {paidAt ? (
          <Row label={words.payment}>
            <Day at={new Date(paidAt)} />
          </Row>
        ) : null}
        {paidAt && at.toISOString() === paidAt ? null : (
          <Row label={words.day}>
            <Day at={at} />
          </Row>
        )}
        {state === 'none' ? null : (
          <>
            <Row label={copy.list.columns.state}>
              <StateBadge copy={copy} state={state} />
            </Row>
            <Row label={availableLabel(loaded)}>
              <Day at={availableAt} />
            </Row>
          </>
        )}
        {payout ? (
          <Row label={words.payout}>
            <Link to={`/affiliate-centre/payouts/${payout.number}`} className="link -my-2 inline-block py-2">
              {words.statement} {payout.number}
            </Link>
          </Row>
        ) : null}
      </dl>
    </Card>
  );
}
