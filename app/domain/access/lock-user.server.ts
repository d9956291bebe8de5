import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * Makes all that takes this lock for one user wait for each other until `tx` ends: which of two purchases came first must have one
 * answer, neither of two events may overwrite what the other tells, and what somebody has few of is counted one at a time. Rows that
 * only refer to the user are not held up.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
}
