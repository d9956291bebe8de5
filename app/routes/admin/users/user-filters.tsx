import { roleNames, roles } from '#app/domain/core/access/role-names.ts';
import type { UserFilter } from '#app/domain/operating/users/user-filter.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { viewParameter } from '#app/routes/admin/lists/view-queries.ts';
import { dayChips } from '#app/routes/frame/lists/day-chips.ts';
import { classNames } from '#app/ui/class-names.ts';
import { SelectField, TextField } from '#app/ui/field.tsx';
import type { FilterChip } from '#app/ui/filter-chips.tsx';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListFilter } from '#app/ui/list-filter.tsx';

type Query = Record<string, string | undefined>;

const path = '/admin/users';

const views = [
  { label: 'All', search: '' },
  { label: 'Members', search: 'plan=membership' },
  { label: 'Without membership', search: 'plan=none' },
  { label: 'Affiliates', search: 'role=affiliate' },
  { label: 'Resellers', search: 'role=reseller' },
  { label: 'Unverified', search: 'verified=no' },
  { label: 'Inactive', search: 'status=inactive' },
] as const;

/** The parts of the list that one looks at most, as links. Any other is a link too: the address has all that was chosen. */
export function UserViews({ query }: { query: Query }) {
  const now = Object.entries(query)
    .filter(([name, value]) => value && !['after', 'sort', viewParameter].includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return (
    <nav aria-label="Views" className="no-print min-w-0">
      <ul className="swipe-row flex gap-1 sm:flex-wrap">
        {views.map(({ label, search }) => (
          <li key={label} className="shrink-0">
            <Link
              to={search ? `${path}?${search}` : path}
              aria-current={now === search ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-9 items-center rounded-full px-3 text-sm no-underline',
                now === search
                  ? 'bg-accent-soft font-semibold text-accent'
                  : 'hover:bg-sunken hover:text-accent',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const filterNames = ['status', 'role', 'plan', 'verified', 'from', 'to', 'affiliate', 'segment'] as const;

/** What the list is narrowed to, as chips; what the address says wrongly has none. */
export function userChips(
  filter: UserFilter,
  segments: readonly { id: string; name: string }[],
): FilterChip[] {
  const { search, status, role, plan, isVerified, from, to, affiliate, segment, ids } = filter;
  const segmentName = segments.find(({ id }) => id === segment)?.name ?? 'deleted';
  return [
    ...(search ? [{ parameter: 'q', label: 'Search', value: search }] : []),
    ...(ids ? [{ parameter: 'ids', label: 'Chosen', value: String(ids.length) }] : []),
    ...(status
      ? [{ parameter: 'status', label: 'Status', value: status === 'active' ? 'Active' : 'Inactive' }]
      : []),
    ...(role ? [{ parameter: 'role', label: 'Role', value: roleNames[role] }] : []),
    ...(plan
      ? [{ parameter: 'plan', label: 'Plan', value: plan === 'membership' ? 'Membership' : 'None' }]
      : []),
    ...(isVerified === null
      ? []
      : [{ parameter: 'verified', label: 'Email verified', value: isVerified ? 'Yes' : 'No' }]),
    ...dayChips({ from, to }, 'Joined'),
    ...(affiliate ? [{ parameter: 'affiliate', label: 'Came by', value: affiliate }] : []),
    ...(segment ? [{ parameter: 'segment', label: 'Segment', value: segmentName }] : []),
  ];
}

/** Search, and the filters behind it: open where one of them is in use. */
export function UserFilters({
  query,
  isNarrowed,
  segments,
}: {
  query: Query;
  isNarrowed: boolean;
  segments: readonly { id: string; name: string }[];
}) {
  const inUse = filterNames.filter((name) => query[name]).length;
  return (
    <ListFilter>
      <form action={path} className="grid gap-3">
        {query.sort ? <input type="hidden" name="sort" value={query.sort} /> : null}
        <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <TextField
            id="users-search"
            name="q"
            type="search"
            label="Search name or email"
            defaultValue={query.q}
            maxLength={100}
            autoComplete="off"
          />
          <FilterButtons path={path} isNarrowed={isNarrowed} label="Search" clearLabel="Clear" />
        </div>
        <details open={inUse > 0} className="group">
          <summary className="inline-flex min-h-9 items-center gap-1.5 text-sm font-semibold text-accent">
            Filters{inUse > 0 ? ` (${inUse})` : ''} <Chevron className="size-4" />
          </summary>
          <div className="grid gap-3 pt-2 sm:grid-cols-3 xl:grid-cols-7">
            <SelectField id="users-status" name="status" label="Status" defaultValue={query.status ?? ''}>
              <option value="">Any</option>
              <option value="active">Active</option>
              <option value="inactive">Inactive</option>
            </SelectField>
            <SelectField id="users-role" name="role" label="Role" defaultValue={query.role ?? ''}>
              <option value="">Any</option>
              {roles.map((role) => (
                <option key={role} value={role}>
                  {roleNames[role]}
                </option>
              ))}
            </SelectField>
            <SelectField id="users-plan" name="plan" label="Plan" defaultValue={query.plan ?? ''}>
              <option value="">Any</option>
              <option value="membership">Membership</option>
              <option value="none">None</option>
            </SelectField>
            <SelectField
              id="users-verified"
              name="verified"
              label="Email verified"
              defaultValue={query.verified ?? ''}
            >
              <option value="">Any</option>
              <option value="yes">Yes</option>
              <option value="no">No</option>
            </SelectField>
            <TextField
              id="users-from"
              name="from"
              type="date"
              label="Joined from"
              defaultValue={query.from}
            />
            <TextField id="users-to" name="to" type="date" label="Joined to" defaultValue={query.to} />
            <TextField
              id="users-affiliate"
              name="affiliate"
              label="Came by affiliate"
              defaultValue={query.affiliate}
              maxLength={100}
              autoComplete="off"
            />
            {segments.length > 0 ? (
              <SelectField
                id="users-segment"
                name="segment"
                label="Segment"
                defaultValue={query.segment ?? ''}
              >
                <option value="">Any</option>
                {segments.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            ) : null}
          </div>
        </details>
      </form>
    </ListFilter>
  );
}
