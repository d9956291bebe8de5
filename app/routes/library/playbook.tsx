import { mayReadGuides } from '#app/domain/core/access/policy.server.ts';
import {
  neighbours,
  playbooks,
  relatedArticles,
  renderPlaybook,
  summarize,
} from '#app/domain/learning/articles/articles.server.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { loadKept } from '#app/routes/frame/piece-marks/load-marks.server.ts';
import { keepingAction } from '#app/routes/frame/piece-marks/marks-action.server.ts';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { ArticleData } from '#app/routes/frame/structured-data.tsx';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, viewerContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import { ArticlePage } from '#app/routes/library/article-page.tsx';
import { Invitation } from '#app/routes/library/invitation.tsx';
import type { Route } from './+types/playbook';

const base = '/playbooks';
const pathOf = (slug: string) => `${base}/${slug}`;

export const handle = indexed;
export const headers = sharedPage;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const playbook = playbooks().get(params.playbookSlug);
  // An unknown address leads home (P10).
  if (!playbook) throw await leadHome(request);
  const viewer = context.get(viewerContext);
  const { goal, time, inputs, published } = playbook;
  const mayReadAll = viewer !== null && (await mayReadGuides(viewer));
  const { courseCount = '', guideCount = '', playbookCount = '' } = facts();
  return {
    article: summarize(playbook),
    kept: await loadKept(viewer, `playbooks/${playbook.slug}`),
    plan: { goal, time, inputs },
    published: published ?? null,
    text: published || mayReadAll ? pageText(request, renderPlaybook(playbook)) : null,
    related: relatedArticles(playbook, playbooks()),
    ...neighbours(playbook, playbooks()),
    way: wayIn(viewer, context.get(currencyContext)),
    isInvited: published !== undefined && !mayReadAll,
    counts: { courses: courseCount, guides: guideCount, playbooks: playbookCount },
  };
}

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  keepingAction(request, url, context.get(viewerContext), `playbooks/${params.playbookSlug}`);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData?.published
    ? publicHead(matches, {
        path: pathOf(loaderData.article.slug),
        title: loaderData.article.title,
        description: loaderData.article.description,
        type: 'article',
      })
    : [
        pageTitle(matches, loaderData?.article.title ?? 'Playbook'),
        { name: 'description', content: loaderData?.article.description },
        { name: 'robots', content: 'noindex' },
      ];

export default function PlaybookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { plan, published, isInvited, counts, ...page } = loaderData;
  return (
    <ArticlePage
      {...page}
      reply={actionData}
      piece="playbook"
      base={base}
      crumbs={[{ to: base, label: 'Playbooks' }]}
      relatedTitle="Related playbooks"
      after={isInvited ? <Invitation way={page.way} counts={counts} /> : null}
    >
      {published ? (
        <ArticleData article={page.article} path={pathOf(page.article.slug)} published={published} />
      ) : null}
      <dl className="grid gap-x-8 rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-6">
        <PlanRow name="Goal">{plan.goal}</PlanRow>
        <PlanRow name="Time">{plan.time}</PlanRow>
        <PlanRow name="You need">
          <ul className="grid list-disc gap-1 pl-5 marker:text-accent">
            {plan.inputs.map((input) => (
              <li key={input}>{input}</li>
            ))}
          </ul>
        </PlanRow>
      </dl>
    </ArticlePage>
  );
}

function PlanRow({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line py-3.5 not-last:border-b sm:grid-cols-[6rem_minmax(0,1fr)]">
      <dt className="text-sm font-semibold text-accent">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
