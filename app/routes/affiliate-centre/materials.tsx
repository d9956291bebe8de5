import { data } from 'react-router';
import { z } from 'zod';
import {
  findReferralName,
  linkFormSchema,
  referralLink,
} from '#app/domain/affiliates/referral-link.server.ts';
import { materials } from '#app/domain/materials/catalogue.server.ts';
import { marketingMaterialsCopy } from '#app/domain/site-copy/affiliates.server.ts';
import { LinkForm } from '#app/routes/affiliate-centre/link-form.tsx';
import { MaterialSection } from '#app/routes/affiliate-centre/material-section.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ReferralLinkField } from '#app/routes/frame/referral-link-field.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/materials';

export async function loader({ url, context }: Route.LoaderArgs) {
  const [list, name] = await Promise.all([materials(), findReferralName(context.get(memberContext).id)]);
  const reply = { copy: marketingMaterialsCopy(), materials: list, link: referralLink(name) };
  const destination = url.searchParams.get('destination');
  if (destination === null) return { ...reply, asked: null, made: null };
  const typed = { destination, campaign: url.searchParams.get('campaign') ?? '' };
  const { data: target, error } = linkFormSchema.safeParse(typed);
  const asked = { ...typed, errors: error ? z.flattenError(error).fieldErrors : {} };
  if (!target) return data({ ...reply, asked, made: null }, { status: 422 });
  const made = referralLink(name, { path: target.destination, campaign: target.campaign });
  return { ...reply, asked, made };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Marketing materials'),
];

export default function Materials({ loaderData }: Route.ComponentProps) {
  const { copy, materials: list, link, asked, made } = loaderData;
  return (
    <div className="page grid gap-10 py-8 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/affiliate-centre', label: 'Affiliate centre' }]} current={copy.title} />
      <header className="grid gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-end lg:gap-16">
        <div className="grid gap-4">
          <h1 className="headline">{copy.title}</h1>
          <p className="text-xl text-muted">{copy.lead}</p>
        </div>
        <ReferralLinkField copy={copy.link} link={link} copiedMessage={copy.copied} />
      </header>
      <LinkForm copy={copy.generator} copiedMessage={copy.copied} asked={asked} made={made} />
      <div className="border-b border-line-strong">
        {list.map((material) => (
          <MaterialSection key={material.id} material={material} singleTitle={copy.single} />
        ))}
      </div>
      <section aria-labelledby="guide" className="grid gap-4">
        <h2 id="guide">{copy.guide.title}</h2>
        <ol className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {copy.guide.items.map((step, index) => (
            <li key={step.title} className="grid grid-cols-[2rem_minmax(0,1fr)] border-t border-line py-5">
              <span aria-hidden="true" className="font-display text-2xl leading-tight text-accent">
                {index + 1}
              </span>
              <div className="grid gap-1">
                <h3>{step.title}</h3>
                <p className="text-muted">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="text-sm text-muted">{copy.rules.text}</p>
      </section>
    </div>
  );
}
