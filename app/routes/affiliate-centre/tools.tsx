import { data } from 'react-router';
import { z } from 'zod';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { percentText } from '#app/domain/programme/affiliates/percent-text.ts';
import { ownCodePercent } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { linkFormSchema, referralLink } from '#app/domain/programme/affiliates/referral-link.server.ts';
import {
  findShortLinks,
  readLinkKey,
  readLinkQuery,
  readLinkSort,
  sumShortLinks,
} from '#app/domain/programme/affiliates/short-links.server.ts';
import { toolsRead } from '#app/domain/programme/affiliates/tools.server.ts';
import { materials } from '#app/domain/programme/materials/catalogue.server.ts';
import { affiliateToolsCopy, marketingMaterialsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { config } from '#app/platform/config.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { HowToUse } from '#app/routes/affiliate-centre/how-to-use.tsx';
import { LinkForm, type LinkRequest } from '#app/routes/affiliate-centre/link-form.tsx';
import { readCentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { MaterialSection } from '#app/routes/affiliate-centre/material-section.tsx';
import { MissedLinks } from '#app/routes/affiliate-centre/missed-links.tsx';
import { BookOffer, ProOffer } from '#app/routes/affiliate-centre/offers.tsx';
import { PromotionCodes } from '#app/routes/affiliate-centre/promotion-codes.tsx';
import { ShortLinks } from '#app/routes/affiliate-centre/short-links.tsx';
import { changeTools } from '#app/routes/affiliate-centre/tools-action.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ReferralLinkField } from '#app/routes/frame/referral-link-field.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/tools';

/** What the generator is asked for by the page's address, and the link that makes; nulls where it is not asked. */
function linkIn({ searchParams }: URL, username: string): { asked: LinkRequest | null; made: string | null } {
  const destination = searchParams.get('destination');
  if (destination === null) return { asked: null, made: null };
  const word = (name: string) => searchParams.get(name) ?? '';
  const typed = { destination, campaign: word('campaign'), source: word('source'), medium: word('medium') };
  const { data: target, error } = linkFormSchema.safeParse(typed);
  return {
    asked: { ...typed, errors: error ? z.flattenError(error).fieldErrors : {} },
    made: target ? referralLink(username, { ...target, path: target.destination }) : null,
  };
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const words = readLinkQuery(url.searchParams);
  const sort = readLinkSort(url.searchParams);
  const place = readPlaceBy(url.searchParams, (key) => readLinkKey(key, sort));
  const [list, { names, totals, missed }, { rows: links, ...beside }, linkTotals] = await Promise.all([
    materials(),
    readOfMember(context, toolsRead()),
    findShortLinks(viewer.id, place, words, sort),
    sumShortLinks(viewer.id, words),
  ]);
  const { asked, made } = linkIn(url, names.username);
  const { link, copied, single, guide, rules } = marketingMaterialsCopy();
  const ways = waysOf(url.pathname, url.search, beside, '#short-links');
  const loaded = {
    copy: affiliateToolsCopy(),
    shared: { link, copied, single, guide, rules },
    role: viewer.role,
    deletionDueAt: viewer.deletionDueAt,
    hasBook: viewer.hasMembership || names.ownsEbook,
    materials: list,
    link: referralLink(names.username),
    asked,
    made,
    totals,
    missed,
    links,
    linkTotals,
    words,
    sort,
    display: readCentreDisplay(request, 'short-links'),
    search: url.search,
    ways,
    // A page whose only link is archived is none any more.
    archivedAt: (links.length === 1 && (ways.previous ?? ways.first)) || `${url.pathname}${url.search}`,
    codes: names.codes.map((code) => ({
      ...code,
      address: `${config().appUrl}/checkout?code=${encodeURIComponent(code.code)}`,
    })),
    mayMakeCodes: ownCodePercent() !== null,
  };
  return data(loaded, { status: asked && !made ? 422 : 200 });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return changeTools(context.get(memberContext), await readForm(request), url.search);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Tools'),
];

export default function Tools({ loaderData, actionData }: Route.ComponentProps) {
  const { copy, shared, role, link, asked, made, links, ways, archivedAt, codes, mayMakeCodes } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-12 py-8 sm:py-12">
      <div className="grid grid-cols-1 gap-8">
        <CentreNav current="tools" />
        <header className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-end lg:gap-16">
          <div className="grid gap-4">
            <h1 className="headline">{copy.title}</h1>
            <p className="text-xl text-muted">{copy.lead}</p>
          </div>
          <ReferralLinkField
            copy={shared.link}
            link={link}
            copiedMessage={shared.copied}
            deletionDueAt={loaderData.deletionDueAt}
          />
        </header>
        <FormErrors
          id="tools-error"
          errors={actionData?.lastResult?.error?.[''] ?? actionData?.lastResult?.error?.destination}
        />
        <QuickStats {...loaderData} />
      </div>
      <LinkForm copy={copy.generator} copiedMessage={shared.copied} asked={asked} made={made} />
      <ShortLinks
        copy={copy.short}
        copiedMessage={shared.copied}
        links={links}
        totals={loaderData.linkTotals}
        words={loaderData.words}
        sort={loaderData.sort}
        display={loaderData.display}
        search={loaderData.search}
        ways={ways}
        archivedAt={archivedAt}
      />
      <PromotionCodes copy={copy.codes} codes={codes} mayMake={mayMakeCodes} reply={actionData} />
      <MissedLinks copy={copy.missed} links={loaderData.missed} />
      <section aria-labelledby="materials" className="grid gap-4">
        <div className="grid max-w-prose gap-1">
          <h2 id="materials">{copy.materials.title}</h2>
          <p className="text-muted">{copy.materials.text}</p>
        </div>
        <div className="border-b border-line-strong">
          {loaderData.materials.map((material) => (
            <MaterialSection key={material.id} material={material} singleTitle={shared.single} level="h3" />
          ))}
        </div>
      </section>
      <HowToUse guide={shared.guide} rules={shared.rules} />
      <div className="grid gap-6 md:grid-cols-2">
        <BookOffer copy={copy.book} hasBook={loaderData.hasBook} />
        <ProOffer copy={copy.pro} role={role} />
      </div>
    </div>
  );
}

const figure = (value: number) => value.toLocaleString('en-US');

/** What came of the links so far, in a line. */
function QuickStats({ copy: { quickStats: copy }, totals }: Route.ComponentProps['loaderData']) {
  const { clicks, registrations, payingMembers } = totals;
  const figures = [
    { label: copy.clicks, value: figure(clicks) },
    { label: copy.registrations, value: figure(registrations) },
    {
      label: copy.conversion,
      value: percentText(registrations, clicks),
    },
    { label: copy.payingMembers, value: figure(payingMembers) },
  ];
  return (
    <section aria-labelledby="quick-stats" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="quick-stats" className="text-xl">
          {copy.title}
        </h2>
        <Link to="/affiliate-centre/stats" className="link inline-flex min-h-11 items-center text-sm">
          {copy.all}
        </Link>
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-4">
        {figures.map(({ label, value }) => (
          <div key={label} className="grid content-start gap-1 bg-surface px-4 py-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-2xl leading-tight tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
