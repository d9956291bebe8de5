import type { ReactNode } from 'react';
import { seatsText } from '#app/domain/selling/teams/seat-rules.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

interface TeamCardProps {
  path: string;
  team: {
    isOpen: boolean;
    isEnding: boolean;
    quantity: number;
    takenCount: number;
    freeCount: number;
    hasOwnSeat: boolean;
    /** What all seats cost, in words. */
    price: string;
    planned: { from: number; until: Date } | null;
  };
}

/** How many seats a team has, how many are free, and what they cost. */
export function TeamCard({ path, team }: TeamCardProps) {
  const { isOpen, isEnding, quantity, takenCount, freeCount, hasOwnSeat, price, planned } = team;
  const [tone, badge] = isOpen
    ? isEnding
      ? (['warn', 'Canceled'] as const)
      : (['good', 'Active'] as const)
    : (['danger', 'Not active'] as const);
  return (
    <section aria-labelledby="team">
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="team" className="text-xl">
            Your seats
          </h2>
          <Badge tone={tone}>{badge}</Badge>
        </div>
        <dl className="grid grid-cols-2 gap-4 tabular-nums sm:grid-cols-4">
          <Figure name="Seats">{quantity}</Figure>
          <Figure name="Used">{takenCount}</Figure>
          <Figure name="Free">{freeCount}</Figure>
          <Figure name="Price">{price}</Figure>
        </dl>
        <div className="grid max-w-prose gap-3 text-sm text-muted">
          {isOpen ? (
            <p>
              An invitation keeps its seat for 14 days. If you remove somebody, their seat is free at once.
            </p>
          ) : (
            <p>
              The seats give nothing at the moment, because the team isn’t paid for or its payment is on hold.
              Your billing page says what to do.
            </p>
          )}
          {planned ? (
            <p>
              You chose {seatsText(quantity)} in place of {planned.from} from <Day at={planned.until} /> on.
              Until then you can take that back, and nothing is charged for it.
            </p>
          ) : null}
          {takenCount > quantity ? (
            <p>
              More people have a seat than you pay for. Those who joined last can’t open lessons until you add
              seats or remove somebody.
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <ButtonLink variant="secondary" to={`${path}/seats`}>
            Change the number of seats
          </ButtonLink>
          {isOpen && !hasOwnSeat && freeCount > 0 ? (
            <form method="post" action={path}>
              <SubmitButton variant="secondary" intent="own-seat" pendingLabel="Taking...">
                Take a seat yourself
              </SubmitButton>
            </form>
          ) : null}
          <ButtonLink variant="quiet" to="/profile/billing">
            Billing and receipts
          </ButtonLink>
        </div>
      </Card>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-display text-xl wrap-anywhere">{children}</dd>
    </div>
  );
}
