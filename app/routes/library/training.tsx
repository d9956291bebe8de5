import { guides, playbooks, summarize } from '#app/domain/articles/articles.server.ts';
import { describeFilter, passes, readFilter } from '#app/domain/articles/filters.server.ts';
import { book } from '#app/domain/ebook/book.server.ts';
import { allSeries, summarizeSeries } from '#app/domain/series/series.server.ts';
import { trainingCopy } from '#app/domain/site-copy/pages.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { NothingPasses, PieceFilterLinks } from '#app/routes/frame/piece-filter.tsx';
import { ArticleList } from '#app/routes/library/article-list.tsx';
import { SeriesList } from '#app/routes/library/series/series-list.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/training';

export function loader({ url }: Route.LoaderArgs) {
  const filter = readFilter(url.searchParams);
  const all = { guides: [...guides().values()], playbooks: [...playbooks().values()] };
  const { title, subtitle } = book();
  return {
    ebook: { title, subtitle },
    copy: trainingCopy().training,
    filter: describeFilter([...all.guides, ...all.playbooks], filter),
    // The series belong to no topic: a narrowed list begins with what was asked for.
    series: filter.topic || filter.level ? [] : [...allSeries().values()].map(summarizeSeries),
    guides: all.guides.map(summarize).filter((guide) => passes(guide, filter)),
    playbooks: all.playbooks.map(summarize).filter((playbook) => passes(playbook, filter)),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Training & Guides')];

export default function Training({ loaderData }: Route.ComponentProps) {
  const { copy, ebook, filter, series, guides, playbooks } = loaderData;
  return (
    <div className="page grid gap-10 py-8 sm:py-12">
      <header className="grid max-w-3xl gap-3">
        <h1>{copy.title}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-16">
        <div className="grid min-w-0 gap-14">
          <section aria-labelledby="series" className="grid gap-5" hidden={series.length === 0}>
            <div className="grid gap-1">
              <h2 id="series">{copy.seriesTitle}</h2>
              <p className="text-muted">{copy.seriesText}</p>
            </div>
            <SeriesList series={series} />
          </section>
          <PieceFilterLinks filter={filter} />
          {filter.shown === 0 ? <NothingPasses /> : null}
          <section aria-labelledby="guides" className="grid gap-5" hidden={guides.length === 0}>
            <div className="grid gap-1">
              <h2 id="guides">{copy.guidesTitle}</h2>
              <p className="text-muted">{copy.guidesText}</p>
            </div>
            <ArticleList articles={guides} base="/training/guides" />
          </section>
          <section aria-labelledby="playbooks" className="grid gap-5" hidden={playbooks.length === 0}>
            <div className="grid gap-1">
              <h2 id="playbooks">{copy.playbooksTitle}</h2>
              <p className="text-muted">{copy.playbooksText}</p>
            </div>
            <ArticleList articles={playbooks} base="/playbooks" />
          </section>
        </div>
        <div className="grid gap-5 max-lg:order-first lg:sticky lg:top-8">
          <Card className="grid gap-2">
            <h2 className="text-xl">{copy.ownerMessage.title}</h2>
            <p className="text-muted">{copy.ownerMessage.text}</p>
          </Card>
          <Card className="grid justify-items-start gap-2">
            <h2 className="text-xl">{ebook.title}</h2>
            <p className="text-muted">{ebook.subtitle}</p>
            <Link to="/ebook" className="link inline-flex min-h-8 items-center">
              Read the ebook
            </Link>
          </Card>
          <Card className="grid justify-items-start gap-2">
            <h2 className="text-xl">{copy.calculatorsTitle}</h2>
            <p className="text-muted">{copy.calculatorsText}</p>
            <Link to="/calculators" className="link inline-flex min-h-8 items-center">
              All calculators
            </Link>
          </Card>
        </div>
      </div>
    </div>
  );
}
