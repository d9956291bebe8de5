import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

interface HeldSeat {
  id: string;
  ownerName: string;
  joinedAt: Date;
  sharedAt: Date | null;
  isOpen: boolean;
  /** In a team of their own. */
  isOwn: boolean;
}

/** What members of the affiliate program are told beside a seat. */
export const seatEarnsNothing =
  'You earn commissions by a membership of your own. A seat doesn’t count as one, so keep yours if you want to go on earning.';

/** The seats that somebody has in teams of others: what its owner sees, and how to leave. `earns` is for members of the affiliate program. */
export function HeldSeats({
  path,
  seats,
  earns = false,
}: {
  path: string;
  seats: readonly HeldSeat[];
  earns?: boolean;
}) {
  return seats
    .filter(({ isOwn }) => !isOwn)
    .map((seat) => (
      <section key={seat.id} aria-labelledby={`seat-${seat.id}`}>
        <Card className="grid gap-5">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 id={`seat-${seat.id}`} className="min-w-0 text-xl wrap-anywhere">
              Your seat in the team of <bdi>{seat.ownerName}</bdi>
            </h2>
            <Badge tone={seat.isOpen ? 'good' : 'warn'}>{seat.isOpen ? 'Active' : 'Not active'}</Badge>
          </div>
          <div className="grid max-w-prose gap-3 text-muted">
            <p>
              {seat.isOpen
                ? 'Everything is open to you, and the owner of the team pays for it.'
                : 'The team isn’t paid for at the moment, so your seat gives you nothing. Ask its owner.'}{' '}
              You joined on <Day at={seat.joinedAt} />.
            </p>
            <p>
              {seat.sharedAt
                ? 'The owner sees your name, when you joined, how many courses you have finished, and your progress in percent.'
                : 'The owner sees your name and when you joined. Your progress is private.'}
            </p>
            {earns ? <p>{seatEarnsNothing}</p> : null}
            <p>
              If you leave, the seat gives you nothing from then on, and only the owner can give you another.
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <form method="post" action={path}>
              <input type="hidden" name="seat" value={seat.id} />
              <input type="hidden" name="isShared" value={seat.sharedAt ? 'no' : 'yes'} />
              <SubmitButton variant="secondary" intent="share" pendingLabel="Saving...">
                {seat.sharedAt ? 'Stop sharing my progress' : 'Share my progress with the team’s owner'}
              </SubmitButton>
            </form>
            <form method="post" action={path}>
              <input type="hidden" name="seat" value={seat.id} />
              <SubmitButton variant="quiet" intent="leave" pendingLabel="Leaving...">
                Leave this team
              </SubmitButton>
            </form>
          </div>
        </Card>
      </section>
    ));
}
