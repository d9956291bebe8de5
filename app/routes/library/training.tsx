import { describeFilter, readFilter } from '#app/domain/learning/articles/filters.server.ts';
import { book } from '#app/domain/learning/ebook/book.server.ts';
import { listMarks } from '#app/domain/learning/reading/marks.server.ts';
import {
  countTabs,
  narrow,
  renderShelf,
  savedPieces,
  shelf,
  sorts,
  standings,
  type Tab,
  tabs,
} from '#app/domain/learning/reading/shelves.server.ts';
import { trainingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { NothingPasses, PieceFilterLinks } from '#app/routes/frame/piece-filter.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { ByTopic } from '#app/routes/library/by-topic.tsx';
import { LibraryTabs } from '#app/routes/library/library-tabs.tsx';
import { PieceRow } from '#app/routes/library/piece-row.tsx';
import { EbookTab, LettersIntro, NothingSaved, ShelfControls } from '#app/routes/library/training-parts.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/training';

const page = '/training';

const labels: Record<Tab, string> = {
  guides: 'Guides',
  playbooks: 'Playbooks',
  series: 'Series',
  'email-course': 'Email course',
  ebook: 'Ebook',
  saved: 'Saved',
};

/** One of the values an address may name, or the first. */
const oneOf = <Value extends string>(values: readonly Value[], named: string | null) =>
  values.find((value) => value === named) ?? null;

export async function loader({ url, context }: Route.LoaderArgs) {
  const marks = await listMarks(context.get(memberContext).id);
  const tab = oneOf(tabs, url.searchParams.get('tab')) ?? 'guides';
  if (tab !== 'saved' && tab !== 'ebook') await renderShelf(tab);
  const counts = countTabs(marks);
  const standing = oneOf(standings, url.searchParams.get('show'));
  const sort = oneOf(sorts, url.searchParams.get('sort')) ?? 'topic';
  const { title, subtitle, description } = book();
  const all = tab === 'saved' ? savedPieces(marks) : tab === 'ebook' ? [] : shelf(tab, marks);
  const isNarrowed = tab === 'guides' || tab === 'playbooks';
  const filter = isNarrowed ? readFilter(url.searchParams) : { topic: null, level: null };
  return {
    copy: trainingCopy().training,
    tab,
    tabs: tabs.map((value) => ({
      label: labels[value],
      to: value === 'guides' ? page : `${page}?tab=${value}`,
      isCurrent: value === tab,
      count: counts[value],
    })),
    filter: isNarrowed
      ? describeFilter(
          all.flatMap(({ topic, level }) => (topic && level ? [{ topic, level }] : [])),
          filter,
        )
      : null,
    standing: isNarrowed ? standing : null,
    sort,
    pieces: isNarrowed ? narrow(all, filter, standing, sort) : all,
    ebook: tab === 'ebook' ? { title, subtitle, description } : null,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(
    matches,
    loaderData && loaderData.tab !== 'guides'
      ? `${labels[loaderData.tab]} | Training & Guides`
      : 'Training & Guides',
  ),
];

export default function Training({ loaderData }: Route.ComponentProps) {
  const { copy, tab, filter, standing, sort, pieces, ebook } = loaderData;
  const kept: Record<string, string> = {
    ...(tab === 'guides' ? {} : { tab }),
    ...(standing ? { show: standing } : {}),
    ...(sort === 'topic' ? {} : { sort }),
  };
  const intro = {
    guides: copy.guidesText,
    playbooks: copy.playbooksText,
    series: copy.seriesText,
    'email-course': null,
    ebook: null,
    saved: null,
  }[tab];
  return (
    <div className="page grid grid-cols-1 gap-6 py-8 sm:gap-8 sm:py-12">
      <header className="grid max-w-3xl gap-2 sm:gap-3">
        <h1>{copy.title}</h1>
        <p className="text-muted sm:text-lg">{copy.lead}</p>
      </header>
      <LibraryTabs tabs={loaderData.tabs} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start lg:gap-16">
        <section aria-labelledby={tab} className="grid min-w-0 gap-5">
          <div className="grid gap-1">
            <h2 id={tab} className={ebook ? 'sr-only' : 'text-2xl'}>
              {labels[tab]}
            </h2>
            {intro ? <p className="text-muted">{intro}</p> : null}
            {tab === 'email-course' ? <LettersIntro /> : null}
          </div>
          {filter ? (
            <>
              <PieceFilterLinks filter={filter} params={kept} />
              <ShelfControls
                count={pieces.length}
                standing={standing}
                sort={sort}
                hrefOf={(change) => hrefOf({ ...kept, ...topicAndLevel(filter), ...change })}
              />
            </>
          ) : null}
          {pieces.length > 0 && filter && sort === 'topic' ? (
            <ByTopic id="pieces" pieces={pieces}>
              {(piece) => <PieceRow key={piece.key} piece={piece} isInTopic />}
            </ByTopic>
          ) : pieces.length > 0 ? (
            <ul className="border-t border-line-strong">
              {pieces.map((piece) => (
                <PieceRow key={piece.key} piece={piece} showsKind={tab === 'saved'} />
              ))}
            </ul>
          ) : null}
          {filter && pieces.length === 0 ? (
            <NothingPasses to={hrefOf(tab === 'guides' ? {} : { tab })} hasStanding={standing !== null} />
          ) : null}
          {tab === 'saved' && pieces.length === 0 ? <NothingSaved /> : null}
          {ebook ? <EbookTab ebook={ebook} /> : null}
        </section>
        <div className="grid gap-5 lg:sticky lg:top-8">
          <Card className="grid gap-2">
            <h2 className="text-xl">{copy.ownerMessage.title}</h2>
            <p className="text-sm text-muted">{copy.ownerMessage.text}</p>
          </Card>
          <Card className="grid justify-items-start gap-2">
            <h2 className="text-xl">{copy.calculatorsTitle}</h2>
            <p className="text-sm text-muted">{copy.calculatorsText}</p>
            <Link to="/calculators" className="link inline-flex min-h-8 items-center">
              All calculators
            </Link>
          </Card>
        </div>
      </div>
    </div>
  );
}

const topicAndLevel = ({ topic, level }: { topic: string | null; level: string | null }) => ({
  ...(topic ? { topic } : {}),
  ...(level ? { level } : {}),
});

function hrefOf(params: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return query.size > 0 ? `${page}?${query}` : page;
}
