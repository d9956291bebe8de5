import type { ListedSeat } from '#app/domain/selling/teams/seat-list.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';

const states = {
  active: ['good', 'Member'],
  closed: ['danger', 'No access'],
  invited: ['accent', 'Invited'],
  expired: ['warn', 'Expired'],
} as const;

/** Who has a seat of a team, who is invited to one, and what can be done about it. */
export function SeatTable({ path, seats, isOpen }: { path: string; seats: ListedSeat[]; isOpen: boolean }) {
  return (
    <DataTable
      caption="People with a seat, and invitations"
      rows={seats}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Person', cell: (seat) => <Person {...seat} /> },
        {
          label: 'State',
          cell: ({ state }) => (
            <span className="whitespace-nowrap">
              <Badge tone={states[state][0]}>{states[state][1]}</Badge>
            </span>
          ),
        },
        {
          label: 'Since',
          cell: ({ joinedAt, sentAt, expiresAt, state }) =>
            joinedAt ? (
              <span className="whitespace-nowrap">
                <Day at={joinedAt} />
              </span>
            ) : (
              <span className="whitespace-nowrap">
                {sentAt ? <Day at={sentAt} /> : null}
                {expiresAt && state === 'invited' ? (
                  <span className="block text-sm text-muted">
                    until <Day at={expiresAt} />
                  </span>
                ) : null}
              </span>
            ),
        },
        {
          label: 'Progress',
          cell: ({ progress, joinedAt }) =>
            progress
              ? `${progress.percentDone}%, ${progress.finishedCount === 1 ? '1 course' : `${progress.finishedCount} courses`} finished`
              : joinedAt
                ? 'Private'
                : '',
        },
        {
          label: 'Actions',
          isHidden: true,
          cell: (seat) => <Actions path={path} seat={seat} isOpen={isOpen} />,
        },
      ]}
    />
  );
}

function Person({ name, invitedEmail, isOwn }: ListedSeat) {
  return (
    <span className="wrap-anywhere">
      {name === null ? invitedEmail : <bdi>{name}</bdi>}
      {isOwn ? <span className="font-normal text-muted"> (you)</span> : null}
    </span>
  );
}

function Actions({ path, seat, isOpen }: { path: string; seat: ListedSeat; isOpen: boolean }) {
  const { id, name, invitedEmail, isOwn } = seat;
  if (name !== null)
    return (
      <form method="post" action={path}>
        <input type="hidden" name="seat" value={id} />
        <SubmitButton
          variant="secondary"
          intent={isOwn ? 'leave' : 'remove'}
          pendingLabel="Removing..."
          aria-label={isOwn ? 'Give up your own seat' : `Remove ${name}`}
        >
          {isOwn ? 'Give up' : 'Remove'}
        </SubmitButton>
      </form>
    );
  return (
    <form method="post" action={path} className="flex flex-wrap gap-2">
      <input type="hidden" name="seat" value={id} />
      {isOpen ? (
        <SubmitButton
          variant="secondary"
          intent="resend"
          pendingLabel="Sending..."
          aria-label={`Resend the invitation to ${invitedEmail}`}
        >
          Resend
        </SubmitButton>
      ) : null}
      <SubmitButton
        variant="secondary"
        intent="withdraw"
        pendingLabel="Withdrawing..."
        aria-label={`Withdraw the invitation to ${invitedEmail}`}
      >
        Withdraw
      </SubmitButton>
    </form>
  );
}
