import type { Transaction } from '#app/platform/database/client.server.ts';

/** Whom a lock holds. */
interface LockedUser {
  id: string;
  email: string;
  name: string;
}

/**
 * Makes all that takes this lock for one user wait for each other until `tx` ends: which of two purchases came first must have one
 * answer, neither of two events may overwrite what the other tells, and what somebody has few of is counted one at a time. Rows that
 * only refer to the user are not held up. Answers who that is; undefined for nobody.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<LockedUser | undefined> {
  const [user] = await tx.db.$queryRaw<LockedUser[]>`
    SELECT id, email, name FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return user;
}
