import type { AffiliateData } from '#app/domain/operating/affiliate-imports/read-rows.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** A row as it waits to be imported. */
export interface WaitingRow {
  number: number;
  email: string;
  data: AffiliateData;
}

/** What a row has changed, so that it can be taken back. */
export interface AffiliateBefore {
  madeAccount?: true;
  /** The assigned role and rate before and after. */
  role?: { from: string; to: string };
  rate?: { from: number; to: number };
  paypalEmail?: string;
  codes?: string[];
  /** Of an import from before there could be several. */
  code?: string;
  hasBalance?: true;
  /** Of a referral: whose the customer was made. */
  referrerId?: string;
}

/** Notes that a row was imported, and what it has changed. */
export async function markDone(
  tx: Transaction,
  importId: string,
  number: number,
  userId: string,
  before: AffiliateBefore,
): Promise<void> {
  await tx.db.affiliateImportRow.update({
    where: { importId_number: { importId, number } },
    data: { isDone: true, userId, before: { ...before } },
  });
}
