import { referralLinkRead } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { materials } from '#app/domain/programme/materials/catalogue.server.ts';
import { marketingMaterialsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { HowToUse } from '#app/routes/affiliate-centre/how-to-use.tsx';
import { MaterialSection } from '#app/routes/affiliate-centre/material-section.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ReferralLinkField } from '#app/routes/frame/referral-link-field.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import type { Route } from './+types/materials';

export async function loader({ context }: Route.LoaderArgs) {
  const [list, link] = await Promise.all([materials(), readOfMember(context, referralLinkRead())]);
  const { deletionDueAt } = context.get(memberContext);
  return { copy: marketingMaterialsCopy(), materials: list, link, deletionDueAt };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Marketing materials'),
];

export default function Materials({ loaderData }: Route.ComponentProps) {
  const { copy, materials: list, link, deletionDueAt } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <CentreNav current="tools" />
      <header className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-end lg:gap-16">
        <div className="grid gap-4">
          <h1 className="headline">{copy.title}</h1>
          <p className="text-xl text-muted">{copy.lead}</p>
        </div>
        <ReferralLinkField
          copy={copy.link}
          link={link}
          copiedMessage={copy.copied}
          deletionDueAt={deletionDueAt}
        />
      </header>
      <div className="border-b border-line-strong">
        {list.map((material) => (
          <MaterialSection key={material.id} material={material} singleTitle={copy.single} />
        ))}
      </div>
      <HowToUse guide={copy.guide} rules={copy.rules} />
    </div>
  );
}
