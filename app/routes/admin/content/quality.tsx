import { quizFigures } from '#app/domain/learning/quizzes/quiz-figures.server.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findMissedSearches } from '#app/domain/operating/analytics/searches.server.ts';
import {
  isPoorlyPassed,
  judgedShelves,
  type PieceQuality,
  pieceQuality,
} from '#app/domain/publishing/quality/piece-quality.server.ts';
import { repeatedWording } from '#app/domain/publishing/quality/repeated-wording.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { monthInWords } from '#app/platform/content/tool-box.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PageTabs } from '#app/routes/admin/page-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, withQuery } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/quality';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const path = `${contentPath}/quality`;
const perPage = 25;
/** Searches that are named; the analytics page has all. */
const mostSearches = 10;

const percent = new Intl.NumberFormat('en-US', { style: 'percent' });
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A row as the page shows it: everything in words. */
function rowOf({ path: file, title, sources, repeated, quiz, searches }: PieceQuality) {
  return {
    file,
    title,
    sources:
      sources.count === 0
        ? null
        : {
            words: `${sources.count} ${sources.count === 1 ? 'source' : 'sources'}, oldest check ${monthInWords(sources.oldest ?? '')}`,
            due: sources.due,
          },
    repeated,
    quiz: quiz && {
      words: `${percent.format(quiz.passed / quiz.members)} of ${quiz.members} passed, ${decimal.format(quiz.tries)} tries each`,
      isPoor: isPoorlyPassed(quiz),
    },
    searches: searches.slice(0, 3).map(({ words }) => words),
  };
}

export async function loader({ url }: Route.LoaderArgs) {
  const query = url.searchParams;
  const shelf = judgedShelves.find(({ id }) => id === query.get('kind')) ?? null;
  const range = readRange(new URLSearchParams({ range: '90d' }), now());
  const [quizzes, { searches }, repeated] = await Promise.all([
    quizFigures(),
    findMissedSearches(range),
    repeatedWording(),
  ]);
  const { pieces, unplaced } = pieceQuality(shelf ? [shelf] : judgedShelves, {
    quizzes,
    missed: searches,
    repeated,
  });
  const last = Math.max(1, Math.ceil(pieces.length / perPage));
  const wantedPage = Number(/^\d{1,4}$/.exec(query.get('page') ?? '')?.[0] ?? 1);
  const page = Math.min(Math.max(wantedPage, 1), last);
  const to = (number: number) => withQuery(path, url.search, { page: number === 1 ? null : String(number) });
  return {
    kind: shelf?.id ?? null,
    tabs: judgedShelves.map(({ id, label }) => ({ id, label })),
    rows: pieces.slice((page - 1) * perPage, page * perPage).map(rowOf),
    total: pieces.length,
    due: pieces.reduce((sum, { sources }) => sum + sources.due, 0),
    isCounting: repeated === null,
    unplaced: unplaced.slice(0, mostSearches),
    ways: {
      first: page > 1 ? to(1) : null,
      previous: page > 1 ? to(page - 1) : null,
      next: page < last ? to(page + 1) : null,
    },
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Content quality')];

export default function Quality({ loaderData }: Route.ComponentProps) {
  const { kind, tabs, rows, total, due, isCounting, unplaced, ways } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading title="Content quality">
        What may make a piece worth less than it was: old sources, wording that another piece has too, quizzes
        that few pass, searches that found nothing. Pieces that need a look come first.
      </PageHeading>
      <PageTabs
        label="Kinds of pieces"
        tabs={[
          { to: path, label: 'All', isCurrent: kind === null },
          ...tabs.map(({ id, label }) => ({ to: `${path}?kind=${id}`, label, isCurrent: id === kind })),
        ]}
      />
      <p className="text-sm text-muted">
        {total} pieces.{' '}
        {due === 0
          ? 'Every source was checked within the last quarter.'
          : `${due} ${due === 1 ? 'source was' : 'sources were'} last checked more than a quarter ago.`}
        {isCounting ? ' Repeated wording is still being counted: reload in a few seconds.' : ''}
      </p>
      <DataTable
        caption="Pieces and their signals"
        rows={rows}
        keyOf={({ file }) => file}
        columns={[
          {
            label: 'Piece',
            cell: ({ file, title }) => (
              <>
                <Link to={pieceAddress(file)} className="link">
                  {title}
                </Link>
                <span className="block text-sm font-normal text-muted">{file}</span>
              </>
            ),
          },
          { label: 'Sources', cell: ({ sources }) => <Sources sources={sources} /> },
          {
            label: 'Repeated passages',
            isFigure: true,
            cell: ({ repeated }) => repeated ?? <span className="text-muted">Counting</span>,
          },
          {
            label: 'Quiz of its course',
            cell: ({ quiz }) =>
              quiz ? (
                <span className={quiz.isPoor ? 'font-semibold text-warn' : undefined}>{quiz.words}</span>
              ) : (
                <span className="text-muted">Not tried</span>
              ),
          },
          {
            label: 'Searches without a result',
            cell: ({ searches }) =>
              searches.length > 0 ? (
                <bdi>{searches.join(', ')}</bdi>
              ) : (
                <span className="text-muted">None</span>
              ),
          },
        ]}
      />
      <ListWays {...ways} />
      {unplaced.length > 0 ? (
        <section aria-labelledby="unplaced" className="grid gap-2">
          <h2 id="unplaced" className="text-lg">
            Searches that are near to no piece
          </h2>
          <p className="text-sm text-muted">
            Of the last 90 days, the most first.{' '}
            <Link to="/admin/analytics/searches" className="link">
              All searches without a result
            </Link>
          </p>
          <ul className="grid gap-1 text-sm">
            {unplaced.map(({ words, askers }) => (
              <li key={words}>
                <bdi>{words}</bdi>, {askers} {askers === 1 ? 'visitor' : 'visitors'}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function Sources({ sources }: Pick<Route.ComponentProps['loaderData']['rows'][number], 'sources'>) {
  if (!sources) return <span className="text-muted">None</span>;
  return (
    <>
      {sources.words}
      {sources.due > 0 ? <strong className="block text-warn">{sources.due} to check again</strong> : null}
    </>
  );
}
