import { nounOf } from '#app/domain/core/catalogue/products.ts';
import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

/** What somebody has, and what of it was given without payment. */
export function UserAccess({ user, mayGrant }: { user: UserDetail; mayGrant: boolean }) {
  const path = `/admin/users/${user.id}/access`;
  return (
    <Part
      id="access"
      title="Access"
      actions={
        mayGrant ? (
          <ButtonLink variant="secondary" to={path}>
            Give access
          </ButtonLink>
        ) : null
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {user.has.length === 0 ? (
          <span className="text-muted">They have nothing now.</span>
        ) : (
          'They have now:'
        )}
        {user.has.map((name) => (
          <Badge key={name} tone="good">
            {nounOf(name)}
          </Badge>
        ))}
      </p>
      <Seats {...user} />
      {user.grants.length === 0 ? null : (
        <DataTable
          caption="Given without payment"
          rows={user.grants}
          keyOf={(grant) => grant.id}
          columns={[
            { label: 'Given', cell: (grant) => nounOf(grant.entitlement as never) },
            {
              label: 'Until',
              cell: (grant) =>
                grant.revokedAt ? (
                  <span>
                    Removed on <Day at={grant.revokedAt} />
                  </span>
                ) : grant.endsAt ? (
                  <Day at={grant.endsAt} />
                ) : grant.isGift ? (
                  'Starts when their membership ends'
                ) : (
                  'For good'
                ),
            },
            { label: 'Why', cell: (grant) => grant.reason },
            {
              label: 'What to do',
              isHidden: true,
              cell: (grant) =>
                mayGrant && !grant.revokedAt ? (
                  <Link to={`${path}?grant=${grant.id}`} className="link">
                    Remove<span className="sr-only"> {nounOf(grant.entitlement as never)}</span>
                  </Link>
                ) : null,
            },
          ]}
        />
      )}
    </Part>
  );
}

/** The seats that somebody has in teams, and who has one in theirs. */
function Seats({ id, seats, teamMembers }: UserDetail) {
  if (seats.length === 0 && teamMembers.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm wrap-anywhere">
      {seats.map((seat) => (
        <li key={seat.id}>
          Seat in{' '}
          {seat.ownerId === id ? (
            'their own team'
          ) : (
            <>
              the team of{' '}
              <Link to={`/admin/users/${seat.ownerId}`} className="link">
                {seat.ownerName || 'No name'}
              </Link>
            </>
          )}{' '}
          since <Day at={seat.joinedAt} />
          {seat.givesAccess ? '' : ', which gives nothing now'}
        </li>
      ))}
      {teamMembers.map((member) => (
        <li key={`member ${member.id}`}>
          In their team:{' '}
          <Link to={`/admin/users/${member.id}`} className="link">
            {member.name || 'No name'}
          </Link>{' '}
          since <Day at={member.joinedAt} />
        </li>
      ))}
    </ul>
  );
}
