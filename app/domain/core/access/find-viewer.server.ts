import { levelsThatMay } from '#app/domain/core/access/admin-policy.ts';
import { isKnownToReplica } from '#app/domain/core/access/changed-viewers.server.ts';
import { hasMembershipSql, membershipTables } from '#app/domain/core/access/entitled-sql.server.ts';
import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { oldestAdminSession, sessionEnd } from '#app/domain/core/access/session-lifetime.ts';
import { accessUnknown, type Viewer } from '#app/domain/core/access/viewer.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, readPrepared, replicaKnownUntil } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isTableLocked } from '#app/platform/database/lock-scope.server.ts';
import {
  allowReplicas,
  isReadOnly,
  keepToPrimary,
  writeUnnoted,
} from '#app/platform/database/replica-scope.server.ts';
import { besideLocks } from '#app/platform/database/table-locks.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';

/** last_used_at is written at most this often, so that reading a page stays reading. */
const touchIntervalMs = 10 * 60 * 1000;

/** What is read of a viewer besides their session and account, each by the tables that it takes. */
const partTables = {
  access: membershipTables,
  deletion: () => ['account_deletions'],
  notifications: () => ['notifications'],
  teaching: () => ['instructor_grants'],
  assignments: () => ['assignment_submissions'],
} as const satisfies Record<string, () => string[]>;

type Part = keyof typeof partTables;

const parts = Object.keys(partTables) as Part[];

const optionalTables = () => parts.flatMap((part) => partTables[part]());

/** The parts of which a table is locked: pages that do not need them are answered without them (P224). */
const missingParts = (): readonly Part[] => parts.filter((part) => partTables[part]().some(isTableLocked));

interface ViewerRow extends Viewer {
  begunAt: Date;
  staysSignedIn: boolean;
  lastUsedAt: Date;
  /** In bytes of the database's log. */
  changedAtLog: number | null;
  isFormerToken: boolean;
  /** Whether their access was read. */
  isAccessKnown: boolean;
  beside?: unknown;
}

interface FoundViewer {
  viewer: Viewer;
  begunAt: Date;
  changedAtLog: number | null;
  isRenewed: boolean;
  staysSignedIn: boolean;
  beside: unknown;
}

/** Of so many assignments that wait, no more are counted. */
const mostWaiting = 100;

/** Stands for a count that could not be read, where a viewer has one. */
const uncounted = -1;

/**
 * How many assignments wait for the user `u`, as `/teaching` lists them; null for whoever answers none (P330). Whoever has no grant
 * costs one look into the index of grants.
 */
const waitingAssignmentsSql = (isCounted: boolean) => {
  const waiting = (condition: Prisma.Sql) =>
    isCounted
      ? Prisma.sql`
    (SELECT count(*)::int FROM (SELECT FROM assignment_submissions w JOIN users l ON l.id = w.user_id
      WHERE w.state = 'waiting' AND l.status = 'active' ${condition} LIMIT ${mostWaiting}) w)`
      : Prisma.sql`${uncounted}::int`;
  const mayAsAdmin = Prisma.sql`(u.role = 'admin' AND u.admin_level::text = ANY(${[...levelsThatMay('assignments:answer')]}::text[])
    AND (u.second_factor_since IS NOT NULL OR NOT ${config().adminsNeedSecondFactor}::boolean))`;
  return Prisma.sql`
    (SELECT CASE WHEN ${mayAsAdmin} OR '' = ANY(g.courses) THEN ${waiting(Prisma.empty)}
                 WHEN g.courses IS NOT NULL THEN ${waiting(Prisma.sql`AND w.course_id = ANY(g.courses)`)} END
     FROM (SELECT array_agg(course_id) AS courses FROM instructor_grants WHERE user_id = u.id) g)`;
};

/** What is known of a viewer from the row of the user `u`, without the parts that are missing. */
function viewerColumns(missing: readonly Part[]): Prisma.Sql {
  const ofPart = (part: Part, value: Prisma.Sql) => (missing.includes(part) ? Prisma.sql`NULL` : value);
  return Prisma.sql`
           u.id, u.email, u.name, u.picture_id AS "pictureId", u.role::text AS role,
           u.email_verified_at IS NOT NULL AS "isEmailVerified",
           u.second_factor_since IS NOT NULL AS "hasSecondFactor",
           ${!missing.includes('access')}::boolean AS "isAccessKnown",
           ${ofPart('access', hasMembershipSql(Prisma.sql`u.id`))} AS "hasMembership",
           CASE WHEN u.role = 'admin' THEN u.admin_level::text END AS "adminLevel",
           ${ofPart('access', Prisma.sql`(SELECT min(d.past_due_since) FROM subscriptions d WHERE d.user_id = u.id AND d.past_due_since IS NOT NULL)`)}
             AS "pastDueSince",
           ${ofPart(
             'access',
             Prisma.sql`(SELECT min(d.paused_until) FROM subscriptions d WHERE d.user_id = u.id AND NOT d.is_refunded
             AND (d.status = 'paused' OR (d.status = 'active' AND d.paused_from <= ${now()}::timestamptz)))`,
           )} AS "pausedUntil",
           ${ofPart(
             'deletion',
             Prisma.sql`(SELECT e.due_at FROM account_deletions e WHERE e.user_id = u.id AND e.done_at IS NULL)`,
           )} AS "deletionDueAt",
           ${ofPart(
             'notifications',
             Prisma.sql`(SELECT count(*)::int FROM (SELECT FROM notifications n
             WHERE n.user_id = u.id AND n.is_listed AND n.read_at IS NULL LIMIT 100) unread)`,
           )} AS "unreadCount",
           ${ofPart('teaching', waitingAssignmentsSql(!missing.includes('assignments')))} AS "waitingAssignments"`;
}

/**
 * The user behind a session secret, in one query; null when the session is unknown, over or revoked, or the account inactive.
 * `isRenewed` tells that the session now ends later, as its cookie should where it outlives the browser (`staysSignedIn`). What
 * `also` reads of the viewer comes in the same query, as its value. While a table is locked that only a part of it takes, it is asked once
 * more without that part, which is then unknown (P224).
 */
export async function findViewer(
  token: string,
  also: ViewerRead<unknown> | null = null,
): Promise<FoundViewer | null> {
  const row = await readViewer(token, also);
  return row ? renewed(row) : null;
}

/** How far the replicas have to be that may say who asks, and what pages read of them. */
interface ReaderOptions {
  also: ViewerRead<unknown> | null;
  /** How far the log was when this browser last changed something, in bytes; 0 where it has not lately. */
  changedAtLog: number;
}

/**
 * As `findViewer`, for a page that may be read from replicas: one of them is asked, and believed where it has all that was announced of
 * the account (changed-viewers.server.ts). Otherwise, and of admins always, the primary says who asks. One query, or two.
 */
export async function findReader(
  token: string,
  { also, changedAtLog }: ReaderOptions,
): Promise<FoundViewer | null> {
  allowReplicas(changedAtLog);
  const row = await readViewer(token, also);
  // Looked at after the answer: what was announced meanwhile counts.
  const knownUntil = replicaKnownUntil();
  if (knownUntil === undefined) return row ? renewed(row) : null;
  if (row && row.role !== 'admin' && isKnownToReplica(row.id, knownUntil)) return renewed(row);
  keepToPrimary();
  return findViewer(token, also);
}

/**
 * The secret from before a step-up works for a minute more (`formerTokenMs`), without what was proven since, and is not written down
 * again.
 *
 * `OFFSET 0` has Postgres find the session by its secret and then its user, whatever it knows of the tables: before it has counted them,
 * as after a restore, it would go through all active users and look whether the session is theirs.
 */
const readViewer = (token: string, also: ViewerRead<unknown> | null): Promise<ViewerRow | undefined> =>
  besideLocks('read', optionalTables(), () => askForViewer(token, also));

async function askForViewer(token: string, also: ViewerRead<unknown> | null): Promise<ViewerRow | undefined> {
  const usedAt = now();
  const tokenHash = hashToken(token);
  const missing = missingParts();
  const name = missing.length > 0 ? `viewer without ${missing.join(', ')}` : 'viewer';
  const [row] = await readPrepared<ViewerRow>(
    also ? `${name} and ${also.name}` : name,
    Prisma.sql`
    SELECT s.id AS "sessionId", s.created_at AS "begunAt", s.last_used_at AS "lastUsedAt",
           CASE WHEN NOT s.is_former THEN s.confirmed_at END AS "confirmedAt", s.is_former AS "isFormerToken", s.stays_signed_in AS "staysSignedIn",
           s.changed_at_log::float8 AS "changedAtLog",
           ${viewerColumns(missing)}${also ? Prisma.sql`, ${also.json(Prisma.sql`u.id`)} AS beside` : Prisma.empty}
    FROM (SELECT *, false AS is_former FROM sessions WHERE token_hash = ${tokenHash}
          UNION ALL
          SELECT *, true FROM sessions WHERE former_token_hash = ${tokenHash} AND former_token_until > ${usedAt}
          OFFSET 0) s,
         LATERAL (SELECT * FROM users WHERE id = s.user_id OFFSET 0) u
    WHERE s.revoked_at IS NULL AND s.expires_at > ${usedAt}
      AND u.status = 'active' AND (u.role <> 'admin' OR s.created_at > ${oldestAdminSession(usedAt)})`,
  );
  return row;
}

/** What is known of somebody, by the columns of `viewerColumns`. */
function viewerOf({
  isAccessKnown,
  waitingAssignments,
  ...columns
}: Viewer & Pick<ViewerRow, 'isAccessKnown'>): Viewer {
  const viewer = {
    ...columns,
    waitingAssignments: waitingAssignments === uncounted ? ('unknown' as const) : waitingAssignments,
  };
  return isAccessKnown ? viewer : accessUnknown(viewer);
}

/** Has the session of a request go on, where it was not written down lately that it is in use. */
async function renewed(row: ViewerRow): Promise<FoundViewer> {
  const { begunAt, lastUsedAt, changedAtLog, staysSignedIn, isFormerToken, beside, ...read } = row;
  const viewer = viewerOf(read);
  const usedAt = now();
  // What is read from a replica alone cannot be written down.
  const isRenewed =
    !isReadOnly() && !isFormerToken && usedAt.getTime() - lastUsedAt.getTime() > touchIntervalMs;
  if (isRenewed)
    await writeUnnoted(() =>
      prisma().session.updateMany({
        where: { id: row.sessionId },
        data: { lastUsedAt: usedAt, expiresAt: sessionEnd(begunAt, usedAt, staysSignedIn) },
      }),
    );
  return { viewer, begunAt, changedAtLog, isRenewed, staysSignedIn, beside };
}

/** Whether a secret is still that of a session, and not the one from before a step-up. One query, of the primary. */
export async function isCurrentSecret(token: string): Promise<boolean> {
  keepToPrimary();
  return (await prisma().session.count({ where: { tokenHash: hashToken(token), revokedAt: null } })) > 0;
}

/**
 * A user as the admin sees the site who looks at it as they do, on the admin's own session; null for an unknown or inactive one, and
 * for an admin. They have confirmed nothing: what wants that stays closed. One query.
 */
export async function findViewed(userId: string, sessionId: string): Promise<Viewer | null> {
  const [row] = await besideLocks(
    'read',
    optionalTables(),
    () => prisma().$queryRaw<Omit<ViewerRow, 'sessionId' | 'confirmedAt'>[]>`
    SELECT ${viewerColumns(missingParts())} FROM users u
    WHERE u.id = ${userId}::uuid AND u.status = 'active' AND u.role <> 'admin'`,
  );
  return row ? viewerOf({ ...row, sessionId, confirmedAt: null }) : null;
}
