import { auditActionName, auditActions } from '#app/domain/core/audit/actions.ts';
import { readAuditFilter } from '#app/domain/core/audit/filter.ts';
import { type AuditFilter, type ListedAudit, listAudit } from '#app/domain/core/audit/list.server.ts';
import {
  auditFieldName,
  auditSubjectName,
  auditValue,
  shortId,
  uuidPattern,
} from '#app/domain/core/audit/words.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { ListTop } from '#app/routes/admin/lists/list-top.tsx';
import { readListViews } from '#app/routes/admin/lists/list-views.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { dayChips } from '#app/routes/frame/lists/day-chips.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import type { FilterChip } from '#app/ui/filter-chips.tsx';
import { Link } from '#app/ui/link.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/audit';

export const middleware: Route.MiddlewareFunction[] = [allow('audit:read')];

const path = '/admin/audit';

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const filter = readAuditFilter(query);
  const [{ rows, ...beside }, listViews] = await Promise.all([
    listAudit(filter, readPlace(query)),
    readListViews(request, context.get(memberContext).id, 'audit'),
  ]);
  const kept = withQuery('', url.search, firstPage);
  return {
    listViews,
    rows,
    search: url.search,
    chips: chipsOf(filter),
    ways: waysOf(path, url.search, beside),
    query: Object.fromEntries(query) as Record<string, string | undefined>,
    exports: may(context, 'audit:export')
      ? { csv: `${path}/export/csv${kept}`, json: `${path}/export/json${kept}` }
      : null,
  };
}

const chipsOf = ({ action, actorId, subjectId, from, to }: AuditFilter): FilterChip[] => [
  ...(actorId ? [{ parameter: 'by', label: 'Who', value: shortId(actorId) }] : []),
  ...(subjectId ? [{ parameter: 'about', label: 'About', value: shortId(subjectId) }] : []),
  ...(action ? [{ parameter: 'action', label: 'What', value: auditActionName(action) }] : []),
  ...dayChips({ from, to }, 'Recorded'),
];

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Audit log')];

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { rows, ways, exports, search, chips } = loaderData;
  return (
    <div className="grid gap-5">
      <PageHeading
        title="Audit log"
        actions={
          <Filtered id="audit-files">
            {exports ? <ExportLinks to={exports.csv} json={exports.json} /> : null}
          </Filtered>
        }
      >
        What admins and programs with a key did, newest first. Entries cannot be changed or removed.
      </PageHeading>
      <Filters {...loaderData} />
      <Filtered id="audit-list">
        <ListTop list="audit" path={path} search={search} chips={chips} listViews={loaderData.listViews} />
        {rows.length === 0 ? (
          <EmptyState title="No entries match" />
        ) : (
          <WorkList>
            <DataTable
              {...loaderData.listViews.display}
              caption="Audit log"
              rows={rows}
              keyOf={(row) => row.id}
              columns={[
                { label: 'What', cell: ({ action }) => auditActionName(action) },
                {
                  label: 'Who',
                  className: 'md:min-w-24',
                  cell: ({ actorId, actorName, ...row }) =>
                    actorId ? (
                      <Link to={withQuery(path, '', { by: actorId })} className="link">
                        <bdi>{actorName || 'Deleted user'}</bdi>
                      </Link>
                    ) : (
                      <ProgramName {...row} />
                    ),
                },
                {
                  label: 'About',
                  cell: (row) => {
                    const { subjectType, subjectId, subjectName } = row;
                    return subjectType && subjectId ? (
                      <Subject type={subjectType} id={subjectId} name={subjectName} after={row.after} />
                    ) : null;
                  },
                },
                { label: 'Changed', cell: (row) => <Changes {...row} /> },
                { label: 'Reason', cell: ({ reason }) => reason },
                {
                  label: 'When',
                  className: 'md:min-w-28',
                  cell: ({ createdAt }) => <Moment at={createdAt} />,
                },
                {
                  label: 'From',
                  cell: ({ origin }) =>
                    origin ? <code className="text-xs whitespace-nowrap">{origin.slice(0, 8)}</code> : null,
                },
              ]}
            />
          </WorkList>
        )}
        <ListWays {...ways} />
      </Filtered>{' '}
    </div>
  );
}

function Filters({ query, chips }: Route.ComponentProps['loaderData']) {
  const kept = ['by', 'about'].filter((name) => query[name]);
  return (
    <ListFilter>
      <form action={path} className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
        {kept.map((name) => (
          <input key={name} type="hidden" name={name} value={query[name]} />
        ))}
        <SelectField id="audit-action" name="action" label="What" defaultValue={query.action ?? ''}>
          <option value="">Everything</option>
          {Object.entries(auditActions).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField id="audit-from" name="from" type="date" label="From" defaultValue={query.from} />
        <TextField id="audit-to" name="to" type="date" label="To" defaultValue={query.to} />
        <FilterButtons path={path} isNarrowed={chips.length > 0} />
      </form>
    </ListFilter>
  );
}

/** What was before and after, field by field. */
function Changes({ before, after, names }: Pick<ListedAudit, 'before' | 'after' | 'names'>) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return null;
  return (
    <ul>
      {fields.map((field) => (
        <li key={field}>
          <span className="text-muted">{auditFieldName(field)}:</span>{' '}
          {before && field in before ? (
            <>
              <Value field={field} side={before} names={names} /> &rarr;{' '}
            </>
          ) : null}
          {after && field in after ? <Value field={field} side={after} names={names} /> : 'none'}
        </li>
      ))}
    </ul>
  );
}

interface ValueProps {
  field: string;
  side: Record<string, unknown>;
  names: ListedAudit['names'];
}

/** A value; an id leads to what else is recorded about it, and has its whole in that address. */
function Value({ field, side, names }: ValueProps) {
  const value = side[field];
  const text = auditValue(field, value, side, names ?? {});
  if (typeof value !== 'string' || !uuidPattern.test(value)) return <bdi>{text}</bdi>;
  return (
    <Link
      to={names?.[value] ? `/admin/users/${value}` : withQuery(path, '', { about: value })}
      className="link"
    >
      <bdi>{text}</bdi>
    </Link>
  );
}

/** What an entry is about, by name where it has one; its id is in the address of the link. */
function Subject({
  type,
  id,
  name,
  after,
}: {
  type: string;
  id: string;
  name: string | null;
  after: ListedAudit['after'];
}) {
  if (type === 'user')
    return (
      <Link to={`/admin/users/${id}`} className="link">
        <bdi>{name || 'Deleted user'}</bdi>
      </Link>
    );
  if (type === 'list') return auditSubjectName(type);
  const number = type === 'ticket' ? after?.number : null;
  return (
    <span>
      {auditSubjectName(type)}{' '}
      <Link
        to={typeof number === 'number' ? `/admin/support/${number}` : withQuery(path, '', { about: id })}
        className="link"
      >
        <bdi>{typeof number === 'number' ? number : shortId(id)}</bdi>
      </Link>
    </span>
  );
}

/** A program, by the name of its key; without a key it was somebody at the command line. */
function ProgramName({ keyId, keyName }: Pick<ListedAudit, 'keyId' | 'keyName'>) {
  if (!keyId) return 'Command line';
  return (
    <>
      Key <bdi>{keyName ?? shortId(keyId)}</bdi>
    </>
  );
}
