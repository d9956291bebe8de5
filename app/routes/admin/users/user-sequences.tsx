import type { SequenceOfPerson } from '#app/domain/operating/sequences/enrollments.server.ts';
import { endReasons } from '#app/domain/operating/sequences/events.ts';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface Props {
  userId: string;
  sequences: readonly SequenceOfPerson[];
}

/** The sequences that somebody is in, with a button to remove them, and those that they have left. */
export function UserSequences({ userId, sequences }: Props) {
  return sequences.length === 0 ? null : (
    <Part id="sequences" title="Sequences">
      <Card className="p-4! sm:p-5!">
        <ul className="grid gap-3 text-sm">
          {sequences.map(({ id, sequenceId, name, startedAt, endedAt, endReason }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <div className="grid min-w-0 grow basis-48 gap-0.5">
                <Link
                  to={`/admin/letters/sequences/${sequenceId}`}
                  className="link font-semibold wrap-anywhere"
                >
                  {name}
                </Link>
                <span className="text-muted">
                  Started <Moment at={startedAt} />
                  {endedAt ? (
                    <>
                      . {endReasons[endReason ?? ''] ?? endReason}, <Moment at={endedAt} />
                    </>
                  ) : null}
                </span>
              </div>
              {endedAt ? null : (
                <form method="post" action={`/admin/users/${userId}`}>
                  <input type="hidden" name="enrollment" value={id} />
                  <SubmitButton
                    intent="leave-sequence"
                    variant="quiet"
                    pendingLabel="Removing..."
                    aria-label={`Remove from ${name}`}
                  >
                    Remove
                  </SubmitButton>
                </form>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Part>
  );
}
