import { seatGivesSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { currentCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Seats on one page of the list. */
const seatsPerPage = 30;

/** What a member shares with the owner of their team. */
interface SharedProgress {
  finishedCount: number;
  /** Of all modules of the library, in whole percent. */
  percentDone: number;
}

/** A seat that is taken, or kept for somebody, as the owner of its team sees it. */
export interface ListedSeat {
  id: string;
  /** The member's; null for an invitation. */
  name: string | null;
  isOwn: boolean;
  /** Where an invitation was sent; null for a member. */
  invitedEmail: string | null;
  state: 'active' | 'closed' | 'invited' | 'expired';
  sentAt: Date | null;
  joinedAt: Date | null;
  expiresAt: Date | null;
  /** Null unless the member shares it. */
  progress: SharedProgress | null;
  createdAt: Date;
}

/** A row of the list as the database has it. */
export type SeatRow = Omit<ListedSeat, 'state' | 'progress'> & {
  givesAccess: boolean;
  isShared: boolean;
  finishedCount: number;
  moduleCount: number;
};

function stateOf({ joinedAt, givesAccess, expiresAt }: SeatRow, at: Date): ListedSeat['state'] {
  if (joinedAt) return givesAccess ? 'active' : 'closed';
  return expiresAt && expiresAt > at ? 'invited' : 'expired';
}

/** The rows of one page of the seats of an owner's team, as a query: those of the longest standing first. What somebody has learned is read only where they share it. */
export function seatListSql(ownerId: string, place: Place | null): Prisma.Sql {
  const { past, order } = pageSql(Prisma.sql`s.created_at`, Prisma.sql`s.id`, place, 'oldest');
  const today = currentCourses();
  const slugs = today.map(({ slug }) => slug);
  return Prisma.sql`
    SELECT s.id, u.name, coalesce(s.user_id = t.owner_id, false) AS "isOwn", s.invited_email AS "invitedEmail", s.sent_at AS "sentAt",
      s.joined_at AS "joinedAt", s.expires_at AS "expiresAt", s.created_at AS "createdAt",
      s.shared_at IS NOT NULL AS "isShared", ${seatGivesSql()} AS "givesAccess",
      CASE WHEN s.shared_at IS NULL THEN 0 ELSE (SELECT count(*)::int FROM user_progress p
        WHERE p.user_id = s.user_id AND p.status = 'completed' AND p.course_id = ANY(${slugs})) END AS "finishedCount",
      CASE WHEN s.shared_at IS NULL THEN 0 ELSE (SELECT count(*)::int FROM user_module_completion c
        WHERE c.user_id = s.user_id AND c.completed AND c.course_id = ANY(${slugs})) END AS "moduleCount"
    FROM teams t JOIN team_seats s ON s.team_id = t.id LEFT JOIN users u ON u.id = s.user_id
    WHERE t.owner_id = ${ownerId}::uuid ${past} ORDER BY ${order} LIMIT ${seatsPerPage + 1}`;
}

/** One page of seats, of the rows that `seatListSql` gives. */
export function seatPage(rows: readonly SeatRow[], place: Place | null, at: Date): ListPage<ListedSeat> {
  const modules = currentCourses().reduce((sum, course) => sum + course.modules.length, 0);
  const seats = rows.map(({ isShared, finishedCount, moduleCount, givesAccess, ...row }) => ({
    ...row,
    state: stateOf({ ...row, isShared, finishedCount, moduleCount, givesAccess }, at),
    progress: isShared
      ? {
          finishedCount,
          percentDone: modules === 0 ? 0 : Math.min(100, Math.floor((moduleCount * 100) / modules)),
        }
      : null,
  }));
  return pageOf(seats, seatsPerPage, ({ createdAt, id }) => ({ at: createdAt, id }), place);
}
