import { guides, playbooks, summarize } from '#app/domain/learning/articles/articles.server.ts';
import { describeFilter, passes, readFilter } from '#app/domain/learning/articles/filters.server.ts';
import { trainingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { NothingPasses, PieceFilterLinks } from '#app/routes/frame/piece-filter.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { ArticleList } from '#app/routes/library/article-list.tsx';
import type { Route } from './+types/tutorials';

export const handle = indexed;
export const headers = sharedPage;

export function loader({ url }: Route.LoaderArgs) {
  const { tutorials, training } = trainingCopy();
  const filter = readFilter(url.searchParams);
  return {
    copy: tutorials,
    filter: describeFilter([...guides().values(), ...playbooks().values()], filter),
    shelves: [
      {
        id: 'guides',
        title: training.guidesTitle,
        base: '/training/guides',
        articles: [...guides().values()],
      },
      {
        id: 'playbooks',
        title: training.playbooksTitle,
        base: '/playbooks',
        articles: [...playbooks().values()],
      },
    ]
      .map((shelf) => ({
        ...shelf,
        articles: shelf.articles.map(summarize).filter((article) => passes(article, filter)),
      }))
      .filter((shelf) => shelf.articles.length > 0),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/tutorials', title: 'Tutorials', description: loaderData?.copy.lead });

export default function Tutorials({ loaderData: { copy, filter, shelves } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-14 py-12 sm:py-16">
      <header className="grid gap-4">
        <h1 className="display">{copy.title}</h1>
        <p className="max-w-2xl text-xl text-muted">{copy.lead}</p>
        <div className="mt-4">
          <PieceFilterLinks filter={filter} />
        </div>
      </header>
      {shelves.length === 0 ? <NothingPasses /> : null}
      {shelves.map((shelf) => (
        <section key={shelf.id} aria-labelledby={shelf.id} className="grid max-w-5xl gap-5">
          <h2 id={shelf.id} className="text-2xl">
            {shelf.title} <span className="text-muted">({shelf.articles.length})</span>
          </h2>
          <ArticleList id={shelf.id} articles={shelf.articles} base={shelf.base} />
        </section>
      ))}
    </div>
  );
}
