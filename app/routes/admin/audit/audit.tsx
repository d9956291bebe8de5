import { auditActionName, auditActions } from '#app/domain/core/audit/actions.ts';
import { readAuditFilter } from '#app/domain/core/audit/filter.ts';
import { type ListedAudit, listAudit } from '#app/domain/core/audit/list.server.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-ways.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/audit';

export const middleware: Route.MiddlewareFunction[] = [allow('audit:read')];

const path = '/admin/audit';

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const { rows, ...beside } = await listAudit(readAuditFilter(query), readPlace(query));
  const kept = withQuery('', url.search, firstPage);
  return {
    rows,
    ways: waysOf(path, url.search, beside),
    query: Object.fromEntries(query) as Record<string, string | undefined>,
    exports: may(context, 'audit:export')
      ? { csv: `${path}/export/csv${kept}`, json: `${path}/export/json${kept}` }
      : null,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Audit log')];

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { rows, ways, exports } = loaderData;
  return (
    <div className="grid gap-5">
      <PageHeading
        title="Audit log"
        actions={exports ? <ExportLinks to={exports.csv} label="Export CSV" json={exports.json} /> : null}
      >
        What admins did, newest first. Entries cannot be changed or removed.
      </PageHeading>
      <Filters {...loaderData} />
      {rows.length === 0 ? (
        <EmptyState title="Nothing is recorded here" />
      ) : (
        <DataTable
          caption="Audit log"
          columns={['What', 'Who', 'About', 'Changed', 'Reason', 'When', 'From'].map((label) => ({ label }))}
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </DataTable>
      )}
      <ListWays {...ways} />
    </div>
  );
}

function Filters({ query }: Route.ComponentProps['loaderData']) {
  const kept = ['by', 'about'].filter((name) => query[name]);
  return (
    <search>
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
        <FilterButtons path={path} isNarrowed={Object.keys(query).length > 0} />
      </form>
    </search>
  );
}

const inWords = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'nothing' : String(value).replaceAll('_', ' ');

/** What was before and after, name by name. */
function Changes({ before, after }: Pick<ListedAudit, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <span className="text-muted">{name.replaceAll('_', ' ')}:</span>{' '}
          {before && name in before ? <>{inWords(before[name])} &rarr; </> : null}
          {after && name in after ? inWords(after[name]) : 'nothing'}
        </li>
      ))}
    </ul>
  );
}

function Row({ row }: { row: ListedAudit }) {
  const { action, actorId, actorName, subjectType, subjectId, subjectName, reason, origin, createdAt } = row;
  return (
    <tr>
      <th scope="row">{auditActionName(action)}</th>
      <td data-label="Who" className="md:min-w-24">
        {actorId ? (
          <Link to={withQuery(path, '', { by: actorId })} className="link">
            <bdi>{actorName || 'Deleted user'}</bdi>
          </Link>
        ) : (
          'Command line'
        )}
      </td>
      <td data-label="About">
        {subjectType === 'user' && subjectId ? (
          <Link to={`/admin/users/${subjectId}`} className="link">
            <bdi>{subjectName || 'Deleted user'}</bdi>
          </Link>
        ) : subjectType && subjectId ? (
          <span>
            {subjectType.replaceAll('_', ' ')} <code className="text-xs">{subjectId}</code>
          </span>
        ) : null}
      </td>
      <td data-label="Changed">
        <Changes {...row} />
      </td>
      <td data-label="Reason">{reason}</td>
      <td data-label="When" className="md:min-w-28">
        <Moment at={createdAt} />
      </td>
      <td data-label="From">
        {origin ? <code className="text-xs whitespace-nowrap">{origin.slice(0, 8)}</code> : null}
      </td>
    </tr>
  );
}
