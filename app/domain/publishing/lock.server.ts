import type { Transaction } from '#app/platform/database/client.server.ts';

/** A check that holds must hold until what was checked is published. */
const lockId = 4_711_050;

/** Whoever changes content takes turns from here to the end of `tx`. */
export async function lockContent({ db }: Transaction): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(${lockId})`;
}
