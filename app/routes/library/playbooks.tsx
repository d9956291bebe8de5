import { playbooks, summarize } from '#app/domain/learning/articles/articles.server.ts';
import { describeFilter, passes, readFilter } from '#app/domain/learning/articles/filters.server.ts';
import { trainingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { NothingPasses, PieceFilterLinks } from '#app/routes/frame/piece-filter.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { ArticleList } from '#app/routes/library/article-list.tsx';
import type { Route } from './+types/playbooks';

export const handle = indexed;
export const headers = sharedPage;

export function loader({ url }: Route.LoaderArgs) {
  const filter = readFilter(url.searchParams);
  const all = [...playbooks().values()].map(summarize);
  return {
    copy: trainingCopy().playbooks,
    filter: describeFilter(all, filter),
    playbooks: all.filter((playbook) => passes(playbook, filter)),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/playbooks', title: 'Playbooks', description: loaderData?.copy.lead });

export default function Playbooks({ loaderData: { copy, filter, playbooks } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-10 py-12 sm:py-16">
      <header className="grid gap-4">
        <h1 className="display">{copy.title}</h1>
        <p className="max-w-2xl text-xl text-muted">{copy.lead}</p>
      </header>
      <div className="grid max-w-5xl gap-8">
        <h2 className="sr-only">The list</h2>
        <PieceFilterLinks filter={filter} />
        {playbooks.length > 0 ? (
          <ArticleList id="playbooks" articles={playbooks} base="/playbooks" />
        ) : (
          <NothingPasses />
        )}
      </div>
    </div>
  );
}
