import { roleNames } from '#app/domain/core/access/role-names.ts';
import { isDeleted, shownName } from '#app/domain/core/audit/user-name.ts';
import { keyOfId } from '#app/routes/admin/lists/bulk-scope.ts';
import { Badge } from '#app/ui/badge.tsx';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Link } from '#app/ui/link.tsx';
import { firstPage, withQuery } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/users';

const path = '/admin/users';

type Loaded = Route.ComponentProps['loaderData'];

export const userNouns = ['user', 'users'] as const;

/** The users of a page, each with a box to tick, but deleted accounts. */
export function UserTable({
  rows,
  search,
  sort,
  isGuess,
  matching,
  display,
  ticked,
}: Loaded & { ticked: ReadonlySet<string> }) {
  const sortedBy = (name: 'name' | 'email') => ({
    to: withQuery(path, search, { sort: name, ...firstPage }),
    direction: sort === name && !isGuess ? ('ascending' as const) : null,
  });
  return (
    <DataTable
      {...display}
      caption="Users"
      rows={rows}
      keyOf={(user) => user.id}
      selection={{
        keyOf: (user) => (isDeleted(user) ? null : keyOfId(user.id)),
        labelOf: (user) => <bdi>{shownName(user)}</bdi>,
        ticked,
      }}
      foot={isGuess ? null : matchText(matching, userNouns)}
      columns={[
        {
          label: 'Name',
          sort: sortedBy('name'),
          cell: (user) => {
            const name = shownName(user);
            return (
              <Link to={`${path}/${user.id}`} className="link">
                <bdi>{name}</bdi>
              </Link>
            );
          },
        },
        {
          label: 'Email',
          sort: sortedBy('email'),
          cell: (user) => {
            const isGone = isDeleted(user);
            return (
              <span>
                <EmailText address={user.email} />{' '}
                {user.isVerified || isGone ? null : <span className="text-xs text-warn">unverified</span>}
              </span>
            );
          },
        },
        { label: 'Role', cell: (user) => <span className="whitespace-nowrap">{roleNames[user.role]}</span> },
        {
          label: 'Status',
          cell: (user) => (
            <span className="whitespace-nowrap">
              <Badge tone={user.status === 'active' ? 'good' : 'danger'}>
                {user.status === 'active' ? 'Active' : 'Inactive'}
              </Badge>
            </span>
          ),
        },
        {
          label: 'Plan',
          cell: (user) => (
            <span className="whitespace-nowrap">
              {user.plan === 'membership'
                ? 'Membership'
                : (user.plan ?? <span className="text-muted">None</span>)}
            </span>
          ),
        },
        {
          label: 'Joined',
          sort: {
            to: withQuery(path, search, { sort: sort === 'newest' ? 'oldest' : null, ...firstPage }),
            direction: isGuess
              ? null
              : sort === 'newest'
                ? 'descending'
                : sort === 'oldest'
                  ? 'ascending'
                  : null,
          },
          cell: (user) => (
            <span className="md:whitespace-nowrap">
              <Moment at={user.createdAt} />
            </span>
          ),
        },
      ]}
    />
  );
}
