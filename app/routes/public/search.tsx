import { findNearPieces } from '#app/domain/assistant/near-pieces.server.ts';
import { countMissedSearch } from '#app/domain/operating/analytics/visits.server.ts';
import { searchKinds } from '#app/domain/site/search/documents.server.ts';
import { maxQuestionLength, readQuestion, searchLibrary } from '#app/domain/site/search/search.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { canonicalLink } from '#app/routes/frame/public-head.ts';
import { SearchForm } from '#app/routes/frame/search-form.tsx';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { forDocument } from '#app/routes/http/page-text.server.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { visitorBehind } from '#app/routes/http/visitor-request.server.ts';
import { kindNames, SearchResults } from '#app/routes/public/search/results.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Link } from '#app/ui/link.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import type { Route } from './+types/search';

export const handle = indexed;
export const headers = sharedPage;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const typed = url.searchParams.get('q') ?? '';
  const kind = searchKinds.find((name) => name === url.searchParams.get('kind')) ?? null;
  const page = Math.min(Math.max(Math.trunc(Number(url.searchParams.get('page'))) || 1, 1), 1_000);
  const isAsked = readQuestion(typed).question !== '';
  const answer = isAsked
    ? await searchLibrary(context.get(viewerContext), { question: typed, kind, page }, findNearPieces)
    : null;
  if (answer?.total === 0) {
    const { clientAddress } = context.get(requestInfoContext);
    countMissedSearch(visitorBehind(request.headers, clientAddress), answer.question);
  }
  return Object.assign(forDocument(request, 'answer', answer), { maxLength: maxQuestionLength, kind });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData?.answer
    ? [pageTitle(matches, `Search: ${loaderData.answer.question}`), { name: 'robots', content: 'noindex' }]
    : [
        pageTitle(matches, 'Search'),
        { name: 'description', content: 'Search the courses, guides, playbooks and answers of the library.' },
        ...canonicalLink(matches, '/search'),
      ];

export default function SearchPage({ loaderData: { answer, kind, maxLength } }: Route.ComponentProps) {
  const hrefOf = (change: { kind?: string | null; page?: number }) => {
    const query = new URLSearchParams({ q: answer?.question ?? '' });
    const wantedKind = change.kind === undefined ? kind : change.kind;
    if (wantedKind) query.set('kind', wantedKind);
    if (change.page && change.page > 1) query.set('page', String(change.page));
    return `/search?${query}`;
  };
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid max-w-3xl grid-cols-1 gap-5">
        <h1>Search</h1>
        <SearchForm
          of="The library"
          label="Search the library"
          placeholder="Topic or question"
          question={answer?.question}
          maxLength={maxLength}
        />
        {/* Stands there before the first answer, so that answers are announced. */}
        <div role="status" className="grid grid-cols-1 gap-1 wrap-anywhere">
          {answer ? <Summary answer={answer} /> : null}
        </div>
      </header>
      {answer === null || answer.total === 0 ? (
        <div className="max-w-3xl">{answer === null ? <Start /> : <Nothing />}</div>
      ) : null}
      {answer && answer.total > 0 ? (
        <div className="grid max-w-3xl grid-cols-1 gap-6">
          <FilterLinks
            label="Kinds"
            links={[
              { label: 'All', count: answer.total, to: hrefOf({ kind: null }), isCurrent: kind === null },
              ...answer.kinds.map(({ kind: name, count }) => ({
                label: kindNames[name].many,
                count,
                to: hrefOf({ kind: name }),
                isCurrent: kind === name,
              })),
            ]}
          />
          {answer.results.length > 0 ? (
            <SearchResults results={answer.results} />
          ) : (
            <EmptyState title="None of this kind">
              <Link to={hrefOf({ kind: null })} className="link">
                Show all {answer.total}
              </Link>
            </EmptyState>
          )}
          <Pagination page={answer.page} pageCount={answer.pageCount} hrefOf={(page) => hrefOf({ page })} />
        </div>
      ) : null}
    </div>
  );
}

type Answer = NonNullable<Route.ComponentProps['loaderData']['answer']>;

/** What was looked for and how much there is. */
function Summary({ answer }: { answer: Answer }) {
  const { question, corrected, total } = answer;
  return (
    <>
      {answer.isCut ? (
        <p className="text-sm text-muted">Only the first {maxLengthText(question)} were looked for.</p>
      ) : null}
      {corrected ? (
        <p>
          Nothing for{' '}
          <q>
            <bdi>{question}</bdi>
          </q>
          . Did you mean{' '}
          <q className="font-semibold">
            <bdi>{corrected}</bdi>
          </q>
          ?
        </p>
      ) : null}
      {answer.hasNear ? <p>The pieces that come closest to your question are first.</p> : null}
      {answer.hasOnlySome ? <p>No piece has all of these words. These have some of them.</p> : null}
      <p className="text-muted">
        {total === 0 ? 'No results' : total === 1 ? '1 result' : `${total} results`} for{' '}
        <q>
          <bdi>{corrected ?? question}</bdi>
        </q>
      </p>
    </>
  );
}

const maxLengthText = (question: string) => `${Array.from(question).length} characters`;

const shelves = [
  { to: '/courses', label: 'Video Courses' },
  { to: '/tutorials', label: 'All tutorials' },
  { to: '/playbooks', label: 'Playbooks' },
  { to: '/support', label: 'Support' },
];

function Shelves() {
  return (
    <ul className="flex flex-wrap justify-center gap-x-6">
      {shelves.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className="link inline-flex min-h-11 items-center">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Start() {
  return (
    <EmptyState title="Courses, guides, playbooks and answers in one place">
      <p>
        Put words in quotes to find them together, and a minus before a word to leave it out. Or look around:
      </p>
      <Shelves />
    </EmptyState>
  );
}

function Nothing() {
  return (
    <EmptyState title="Nothing found">
      <p>Try fewer or other words, or look around:</p>
      <Shelves />
    </EmptyState>
  );
}
