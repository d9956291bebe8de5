import { href, redirect } from 'react-router';
import { mayReadGuides } from '#app/domain/core/access/policy.server.ts';
import {
  guides,
  neighbours,
  relatedArticles,
  renamedGuides,
  renderGuide,
  summarize,
} from '#app/domain/learning/articles/articles.server.ts';
import { calculatorsOf } from '#app/domain/learning/calculators/calculators.ts';
import { applyTicks } from '#app/domain/learning/checklists/checklists.server.ts';
import { marksRead } from '#app/domain/learning/reading/marks.server.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';
import { CalculatorLinks } from '#app/routes/frame/calculator-links.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { keepingAction } from '#app/routes/frame/piece-marks/marks-action.server.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import { ArticlePage } from '#app/routes/library/article-page.tsx';
import type { Route } from './+types/guide';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const renamed = renamedGuides.get(params.guideSlug);
  if (renamed) throw redirect(href('/training/guides/:guideSlug', { guideSlug: renamed }), 301);
  const guide = guides().get(params.guideSlug);
  // An unknown address leads home (P10).
  if (!guide) throw await leadHome(request);
  const viewer = context.get(memberContext);
  const piece = findPiece(`guides/${guide.slug}`);
  if (!piece) throw new Error('Every guide is a piece.');
  const { ticks, ...marks } = await readOfMember(context, marksRead(piece));
  const { text, ticked } = applyTicks(renderGuide(guide), ticks);
  return {
    article: summarize(guide),
    kept: { key: piece.key, marks },
    text: (await mayReadGuides(viewer)) ? pageText(request, text) : null,
    ticked,
    calculators: calculatorsOf('guides', guide.slug),
    related: relatedArticles(guide, guides()),
    ...neighbours(guide, guides()),
    way: wayIn(viewer, context.get(currencyContext)),
  };
}

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  keepingAction(request, url, context.get(memberContext), `guides/${params.guideSlug}`);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.article.title ?? 'Guide'),
];

export default function GuidePage({
  loaderData: { calculators, ...page },
  actionData,
}: Route.ComponentProps) {
  return (
    <ArticlePage
      {...page}
      reply={actionData}
      after={page.text ? <CalculatorLinks calculators={calculators} /> : null}
      piece="guide"
      base="/training/guides"
      crumbs={[
        { to: '/dashboard', label: 'Dashboard' },
        { to: '/training', label: 'Training & Guides' },
      ]}
      relatedTitle="Related guides"
    />
  );
}
