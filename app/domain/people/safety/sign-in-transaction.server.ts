import type { Transaction } from '#app/platform/database/client.server.ts';
import { transactionBesideLocks } from '#app/platform/database/table-locks.server.ts';

/**
 * What a sign-in writes beside the session: the entry in the log, and the notice to the account's owner. While one of these tables is
 * locked that is left to jobs, which are committed with the session (P359).
 */
const besideTables = ['activity_log', 'mail_outbox', 'notifications'];

/** A transaction that signs somebody in or out, or records that it was refused. It may begin more than once, and is committed once. */
export const signInTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transactionBesideLocks(besideTables, work);
