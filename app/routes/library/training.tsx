import { guides, playbooks, summarize } from '#app/domain/library/articles.server.ts';
import { trainingCopy } from '#app/domain/library/page-copy.server.ts';
import { allSeries, summarizeSeries } from '#app/domain/library/series.server.ts';
import { ArticleList } from '#app/routes/library/article-list.tsx';
import { SeriesList } from '#app/routes/library/series/series-list.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/training';

export function loader() {
  return {
    copy: trainingCopy().training,
    series: [...allSeries().values()].map(summarizeSeries),
    guides: [...guides().values()].map(summarize),
    playbooks: [...playbooks().values()].map(summarize),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Training & Guides' }];

export default function Training({ loaderData: { copy, series, guides, playbooks } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-10 py-8 sm:py-12">
      <header className="grid max-w-3xl gap-3">
        <h1>{copy.title}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-16">
        <div className="grid gap-14">
          <section aria-labelledby="series" className="grid gap-5">
            <div className="grid gap-1">
              <h2 id="series">{copy.seriesTitle}</h2>
              <p className="text-muted">{copy.seriesText}</p>
            </div>
            <SeriesList series={series} />
          </section>
          <section aria-labelledby="guides" className="grid gap-5">
            <div className="grid gap-1">
              <h2 id="guides">{copy.guidesTitle}</h2>
              <p className="text-muted">{copy.guidesText}</p>
            </div>
            <ArticleList articles={guides} base="/training/guides" />
          </section>
          <section aria-labelledby="playbooks" className="grid gap-5">
            <div className="grid gap-1">
              <h2 id="playbooks">{copy.playbooksTitle}</h2>
              <p className="text-muted">{copy.playbooksText}</p>
            </div>
            <ArticleList articles={playbooks} base="/playbooks" />
          </section>
        </div>
        <Card className="grid gap-2 max-lg:order-first lg:sticky lg:top-8">
          <h2 className="text-xl">{copy.ownerMessage.title}</h2>
          <p className="text-muted">{copy.ownerMessage.text}</p>
        </Card>
      </div>
    </div>
  );
}
