import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** How many tries there are at a quiz before it is passed. */
export interface TryLimit {
  most: number;
  per: 'day' | 'ever';
  /** Null once it is passed: then there is no limit. */
  left: number | null;
  /** When there are new ones; null where there never are. */
  nextAt: Date | null;
}

const tries = (count: number) => (count === 1 ? 'one try' : `${count} tries`);

/** How many tries are left, or when there are new ones. */
export function TriesLeft({ limit: { most, per, left, nextAt } }: { limit: TryLimit }) {
  if (left === null) return null;
  if (left > 0)
    return (
      <p className="text-muted">
        You have {tries(left)} left{per === 'day' ? ' today' : ''}.
      </p>
    );
  if (nextAt)
    return (
      <p>
        You have used {most === 1 ? 'your try' : `all ${most} tries`} for today. You can try again from{' '}
        <Moment at={nextAt} />.
      </p>
    );
  return (
    <p>
      You have used {most === 1 ? 'your try' : `all ${most} tries`} at this quiz. If you think you should have
      another one,{' '}
      <Link to="/support" className="link">
        ask the team
      </Link>
      .
    </p>
  );
}
