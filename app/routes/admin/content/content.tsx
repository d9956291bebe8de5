import { isArchivedCourse } from '#app/domain/core/access/archived-courses.server.ts';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { newPieceLabels } from '#app/domain/publishing/new-piece-kinds.ts';
import { findShelf, shelves } from '#app/domain/publishing/shelves.ts';
import { listPieces } from '#app/domain/publishing/versions.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import {
  contentImportsPath,
  contentPath,
  courseSlugOf,
  editAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { PieceState } from '#app/routes/admin/content/piece-state.tsx';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PageTabs } from '#app/routes/admin/page-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/content';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const longestQuestion = 80;

/** What can be added to a kind of pieces; null where the site has a fixed set of them. */
const newPieceOf = (kind: string) => {
  const label = newPieceLabels[kind as keyof typeof newPieceLabels];
  return label ? { kind, label } : null;
};

export async function loader({ url }: Route.LoaderArgs) {
  const query = url.searchParams;
  const shelf = findShelf(query.get('kind')) ?? shelves[0];
  if (!shelf) throw new Error('There is no kind of pieces.');
  const words = (query.get('q') ?? '').trim().slice(0, longestQuestion);
  const place = readPlaceBy(query, (path) => (path ? { path } : null));
  const { rows, total, ...beside } = await listPieces(shelf, words, place);
  return {
    shelf: { id: shelf.id, one: shelf.one },
    words,
    rows: rows.map((row) => ({ ...row, isArchived: isArchivedCourse(courseSlugOf(row.path) ?? '') })),
    total,
    newPiece: newPieceOf(shelf.id),
    ways: waysOf(contentPath, url.search, beside),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Content')];

export default function Content({ loaderData }: Route.ComponentProps) {
  const { shelf, words, rows, total, newPiece, ways } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading
        title="Content"
        actions={
          <>
            {newPiece ? (
              <ButtonLink to={`${contentPath}/new?kind=${newPiece.kind}`}>{newPiece.label}</ButtonLink>
            ) : null}
            <ButtonLink variant="secondary" to={`${contentPath}/quality`}>
              Quality
            </ButtonLink>
            <ButtonLink variant="secondary" to={`${contentPath}/images`}>
              Pictures
            </ButtonLink>
            <ButtonLink variant="secondary" to={`${contentPath}/instructors`}>
              Instructors
            </ButtonLink>
            <ButtonLink variant="secondary" to={contentImportsPath}>
              Import a course
            </ButtonLink>
            <a href={`${contentPath}/export`} className="link inline-flex min-h-11 items-center text-sm">
              Export as files
            </a>
          </>
        }
      >
        Edit what the site says and teaches. Changes you publish here replace the site’s own files on every
        page.
      </PageHeading>
      <PageTabs
        label="Kinds of pieces"
        tabs={shelves.map(({ id, label }) => ({
          to: `${contentPath}?kind=${id}`,
          label,
          isCurrent: id === shelf.id,
        }))}
      />
      <search>
        <form action={contentPath} className="grid items-end gap-3 sm:grid-cols-[minmax(0,24rem)_auto]">
          <input type="hidden" name="kind" value={shelf.id} />
          <TextField
            id="content-words"
            name="q"
            type="search"
            label="Title or file name"
            defaultValue={words}
            maxLength={longestQuestion}
          />
          <FilterButtons path={`${contentPath}?kind=${shelf.id}`} isNarrowed={words !== ''} />
        </form>
      </search>
      {rows.length === 0 ? (
        <EmptyState title="No pieces match" />
      ) : (
        <>
          <p className="text-sm text-muted">
            {total} {total === 1 ? 'piece' : 'pieces'}
          </p>
          <DataTable
            caption="Pieces"
            rows={rows}
            keyOf={(piece) => piece.path}
            columns={[
              {
                label: 'Title',
                cell: ({ path, title }) => (
                  <span>
                    <Link to={editAddress(path)} className="link">
                      {title}
                    </Link>
                    <span className="block text-xs font-normal text-muted">{path}</span>
                  </span>
                ),
              },
              { label: 'State', cell: (piece) => <PieceState {...piece} /> },
              {
                label: 'Last saved',
                cell: ({ published, waiting }) => {
                  const last = waiting ?? published;
                  return last ? (
                    <span>
                      <Moment at={last.createdAt} />
                      {last.author?.name ? (
                        <>
                          , <bdi>{last.author.name}</bdi>
                        </>
                      ) : null}
                    </span>
                  ) : null;
                },
              },
            ]}
          />
        </>
      )}
      <ListWays {...ways} />
    </div>
  );
}
