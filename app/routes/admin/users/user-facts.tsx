import { roleNames } from '#app/domain/core/access/role-names.ts';
import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

const levelNames = { support: 'Support', manager: 'Manager', owner: 'Owner' };

/** Who somebody is, and whom they brought. */
export function UserFacts({ user }: { user: UserDetail }) {
  return (
    <Part id="facts" title="Account">
      <Facts
        facts={[
          ['Member since', <Moment key="since" at={user.createdAt} />],
          [
            'Role',
            user.role === user.assignedRole
              ? roleNames[user.role]
              : `${roleNames[user.role]}, from their purchases; assigned: ${roleNames[user.assignedRole]}`,
          ],
          ['Admin level', user.role === 'admin' ? levelNames[user.adminLevel] : null],
          ['Plan', user.plan ?? 'None'],
          ['Phone', user.phone],
          ['Company', user.company],
          ['Username', <code key="username">{user.username}</code>],
          ['Commission rate', `${user.commissionRate}%`],
          [
            'Referred by',
            user.referrer ? (
              <Link key="referrer" to={`/admin/users/${user.referrer.id}`} className="link">
                <bdi>{user.referrer.name}</bdi>
              </Link>
            ) : (
              'No one'
            ),
          ],
          [
            'Referrals',
            user.referrals === 0 ? (
              'None yet'
            ) : (
              <Link
                key="referrals"
                to={`/admin/users?affiliate=${encodeURIComponent(user.username)}`}
                className="link"
              >
                {user.referrals.toLocaleString('en-US')}, {user.referredMembers.toLocaleString('en-US')} with
                a plan
              </Link>
            ),
          ],
          ['Trial ends', user.trialEndsAt ? <Moment key="trial" at={user.trialEndsAt} /> : null],
        ]}
      />
    </Part>
  );
}
