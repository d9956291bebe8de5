import { mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { joinProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import { centreRead, findEarnings } from '#app/domain/programme/affiliates/overview.server.ts';
import { findProgramSales } from '#app/domain/programme/affiliates/program-sales.server.ts';
import { referralLink } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { hasLapsed } from '#app/domain/programme/commissions/lapses.server.ts';
import { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { marketingMaterialsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { trainingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { BeforeFirstSale } from '#app/routes/affiliate-centre/before-first-sale.tsx';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { LedgerTable } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { EarningsYear } from '#app/routes/affiliate-centre/overview/earnings-year.tsx';
import { Figures } from '#app/routes/affiliate-centre/overview/figures.tsx';
import { FormerAffiliate } from '#app/routes/affiliate-centre/overview/former-affiliate.tsx';
import { JoinForm, Rules } from '#app/routes/affiliate-centre/overview/join-form.tsx';
import { ProgramSales } from '#app/routes/affiliate-centre/overview/program-sales.tsx';
import { Standing } from '#app/routes/affiliate-centre/overview/standing.tsx';
import { Closing } from '#app/routes/affiliate-centre/payouts/last-payout-status.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ReferralLinkField } from '#app/routes/frame/referral-link-field.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/index';

const home = '/affiliate-centre';

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const words = trainingCopy().affiliateCentre;
  const redirectTo = safeReturnTo(url.searchParams.get('redirectTo'), home);
  if (!mayUseAffiliateCentre(viewer)) {
    const earnings = await findEarnings(viewer.id);
    const former =
      earnings.account.firstDay === null ? null : { ...earnings, copy: affiliateCommissionsCopy() };
    return { words, redirectTo, seller: null, former };
  }
  const front = await readOfMember(context, centreRead());
  const { link, copied } = marketingMaterialsCopy();
  const isReseller = viewer.role === 'reseller' || viewer.role === 'pro_reseller';
  const seller = {
    copy: affiliateCommissionsCopy(),
    role: viewer.role,
    sales: isReseller ? await findProgramSales(viewer.id) : null,
    minimumCents: siteSettings().payouts.minimumCents,
    lapse: hasLapsed(viewer) ? (viewer.hasMembership ? 'unpaid' : 'none') : null,
    referral: {
      copy: link,
      copied,
      link: referralLink(front.overview.username),
      deletionDueAt: viewer.deletionDueAt,
    },
    ...front,
  };
  return { words, redirectTo, seller, former: null };
}

/** Joins the affiliate programme, and goes on to the page that was asked for. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  await joinProgramme(context.get(memberContext));
  return redirectWithFlash(
    safeReturnTo(form.get('redirectTo'), home),
    trainingCopy().affiliateCentre.join.joined,
  );
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Affiliate center')];

export default function AffiliateCentre({ loaderData }: Route.ComponentProps) {
  const { words, redirectTo, seller, former } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      {seller || former ? <CentreNav current="overview" isFormer={former !== null} /> : null}
      <header className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-end lg:gap-16">
        <div className="grid gap-3">
          <h1>{titleFor(seller?.role, words)}</h1>
          <p className="text-lg text-muted">{words.lead}</p>
        </div>
        {seller ? (
          <ReferralLinkField
            copy={seller.referral.copy}
            link={seller.referral.link}
            copiedMessage={seller.referral.copied}
            deletionDueAt={seller.referral.deletionDueAt}
          />
        ) : null}
      </header>
      {former ? <FormerAffiliate {...former} /> : null}
      {seller ? <Seller {...seller} /> : <JoinForm copy={words.join} redirectTo={redirectTo} />}
      <Rules words={words} />
    </div>
  );
}

/** Resellers have a center of their own. */
function titleFor(role: string | undefined, words: Route.ComponentProps['loaderData']['words']): string {
  if (role === 'pro_reseller') return words.proTitle;
  return role === 'reseller' ? words.resellerTitle : words.title;
}

type SellerProps = NonNullable<Route.ComponentProps['loaderData']['seller']>;

/** How somebody who takes part stands, and what happened last. */
function Seller({ copy, role, sales, lapse, referral, minimumCents, ...front }: SellerProps) {
  const { overview, totals, months, account, entries, closing, profile } = front;
  const hasEarned = account.firstDay !== null;
  const { recent, all, empty, lapsed, join, pay } = copy.overview;
  return (
    <>
      {lapse ? (
        <Notice tone="warn" className="flex flex-wrap items-center justify-between gap-x-6">
          <p>{lapsed}</p>
          <Link
            to={lapse === 'unpaid' ? '/profile/billing' : '/checkout'}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            {lapse === 'unpaid' ? pay : join}
          </Link>
        </Notice>
      ) : null}
      {closing && closing.endedAt === null ? (
        <Closing account={account} closing={closing} profile={profile} />
      ) : null}
      {hasEarned ? (
        <Standing
          copy={copy.overview}
          account={account}
          totals={totals}
          months={months}
          minimumCents={minimumCents}
        />
      ) : null}
      {hasEarned ? <EarningsYear copy={copy.overview} months={months} /> : null}
      {sales ? (
        <ProgramSales copy={copy.overview.reselling} sales={sales} isPro={role === 'pro_reseller'} />
      ) : null}
      {entries.length > 0 ? (
        <section className="grid grid-cols-1 gap-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2>{recent}</h2>
            <Link
              to="/affiliate-centre/commissions"
              className="link inline-flex min-h-11 items-center text-sm"
            >
              {all}
            </Link>
          </div>
          <LedgerTable copy={copy} caption={recent} entries={entries} />
        </section>
      ) : referral.deletionDueAt ? null : (
        <section className="grid grid-cols-1 gap-4">
          <h2>{recent}</h2>
          <BeforeFirstSale {...empty} />
        </section>
      )}
      <Figures copy={copy.overview} role={role} overview={overview} totals={totals} account={account} />
    </>
  );
}
