import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { ClosingCause, ClosingOutcome } from '#app/platform/database/generated/enums.ts';

/** How somebody's latest closing stands; see closings.server.ts. */
export interface ClosingStanding {
  cause: ClosingCause;
  startedAt: Date;
  isHeld: boolean;
  decidedAt: Date | null;
  /** What an admin decided, in words for the affiliate. */
  note: string;
  endedAt: Date | null;
  outcome: ClosingOutcome | null;
}

/** The latest closing of somebody; null for who never left, and for who earns again. */
export function closingRead(): ViewerRead<ClosingStanding | null> {
  return {
    name: 'closing',
    key: 'closing',
    json: (userId) => Prisma.sql`
    (SELECT json_build_object('cause', k.cause, 'startedAt', k.started_at, 'isHeld', k.is_held, 'decidedAt', k.decided_at, 'note', k.note,
      'endedAt', k.ended_at, 'outcome', k.outcome)
    FROM affiliate_closings k WHERE k.user_id = ${userId} ORDER BY k.started_at DESC, k.id DESC LIMIT 1)`,
    from(value) {
      if (!value) return null;
      const row = value as ClosingRow;
      // Who earns again has no closing.
      if (row.outcome === 'resumed') return null;
      const date = (text: string | null) => (text === null ? null : new Date(text));
      return {
        ...row,
        startedAt: new Date(row.startedAt),
        decidedAt: date(row.decidedAt),
        endedAt: date(row.endedAt),
      };
    },
  };
}

/** As the database tells it: times are text. */
interface ClosingRow extends Omit<ClosingStanding, 'startedAt' | 'decidedAt' | 'endedAt'> {
  startedAt: string;
  decidedAt: string | null;
  endedAt: string | null;
}
