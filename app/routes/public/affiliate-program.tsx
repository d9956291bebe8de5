import { mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { earningExamples } from '#app/domain/core/catalogue/programme.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { affiliateProgramCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { Marked } from '#app/routes/frame/highlighted-text.tsx';
import { WithSalesBar } from '#app/routes/frame/join-bar.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { EarningsTable } from '#app/routes/public/affiliate-program/earnings-table.tsx';
import { Tiers } from '#app/routes/public/affiliate-program/tiers.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import type { Route } from './+types/affiliate-program';

export const handle = indexed;
export const headers = sharedPage;

const center = '/affiliate-centre';

/** How somebody who is signed in goes on; null for a visitor, who needs an account first. */
function nextStep(viewer: Viewer | null) {
  if (!viewer) return null;
  return mayUseAffiliateCentre(viewer)
    ? {
        label: 'Open your affiliate center',
        title: 'Ready to send the next person?',
        text: 'Your link, your clicks and your earnings are in the affiliate center.',
      }
    : {
        label: 'Become an affiliate',
        title: 'Ready to send the first person?',
        text: 'It’s free to join. You earn while your own membership is active.',
      };
}

export function loader({ context }: Route.LoaderArgs) {
  const examples = earningExamples(siteSettings().programme.affiliatePercent);
  const most = Math.max(...examples.map(({ affiliateCents }) => affiliateCents));
  return {
    copy: affiliateProgramCopy(),
    step: nextStep(context.get(viewerContext)),
    rows: examples.map(({ referrals, affiliateCents, resellerCents }) => ({
      referrals,
      affiliate: formatMoney(affiliateCents),
      reseller: formatMoney(resellerCents),
      share: affiliateCents / most,
    })),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, {
    path: '/affiliate-program',
    title: 'Affiliates & Resellers',
    description: loaderData?.copy.lead,
  });

export default function AffiliateProgram({ loaderData: { copy, step, rows } }: Route.ComponentProps) {
  const start = { to: step ? center : '/register', label: step?.label ?? copy.start };
  return (
    <>
      <header className="page grid gap-10 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:items-end lg:gap-20 lg:py-24">
        <div className="grid justify-items-start gap-6">
          <h1 className="display">
            <Marked text={copy.title} passage={copy.highlight} />
          </h1>
          <p className="max-w-xl text-xl text-muted">{copy.lead}</p>
          <ButtonLink size="large" to={start.to}>
            {start.label}
          </ButtonLink>
        </div>
        <p className="grid gap-2 border-t-2 border-accent pt-5">
          <span className="font-display text-6xl leading-none font-medium tabular-nums">
            {copy.perMember}
          </span>
          <span className="text-muted">{copy.perMemberText}</span>
        </p>
      </header>
      <WithSalesBar title={copy.perMember} note={copy.perMemberText} {...start}>
        <Tiers title={copy.tiers.title} tiers={copy.tiers.items} />
        <EarningsTable title={copy.examples.title} note={copy.examples.note} rows={rows} />
        <section aria-labelledby="rules" className="border-y border-line bg-sunken">
          <div className="page section grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
            <h2 id="rules" className="headline">
              {copy.rules.title}
            </h2>
            <dl className="grid gap-x-10 sm:grid-cols-2">
              {copy.rules.items.map((rule) => (
                <div key={rule.title} className="grid content-start gap-1.5 border-t border-line-strong py-5">
                  <dt className="font-display text-xl font-semibold">{rule.title}</dt>
                  <dd className="text-muted">{rule.text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
        <section aria-labelledby="start" className="page section grid justify-items-start gap-5">
          <h2 id="start" className="headline">
            {step?.title ?? copy.closing.title}
          </h2>
          <p className="max-w-xl text-lg text-muted">{step?.text ?? copy.closing.text}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink size="large" to={start.to}>
              {step?.label ?? copy.closing.join}
            </ButtonLink>
            {step ? (
              <ButtonLink size="large" variant="secondary" to="/legal/affiliate-agreement">
                Read the affiliate agreement
              </ButtonLink>
            ) : (
              <ButtonLink size="large" variant="secondary" to="/pricing">
                {copy.closing.member}
              </ButtonLink>
            )}
          </div>
        </section>
      </WithSalesBar>
    </>
  );
}
