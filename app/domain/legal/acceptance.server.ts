import { type LegalName, versionOf } from '#app/domain/legal/documents.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** Keeps, as part of `tx`, that a user accepts these texts in the versions in force. The first acceptance of a version stays. */
export async function acceptDocuments(
  tx: Transaction,
  userId: string,
  documents: readonly LegalName[],
): Promise<void> {
  await tx.db.legalAcceptance.createMany({
    data: documents.map((document) => ({ userId, document, version: versionOf(document) })),
    skipDuplicates: true,
  });
}

/** `acceptDocuments` in a transaction of its own. */
export async function recordAcceptance(userId: string, documents: readonly LegalName[]): Promise<void> {
  await transaction((tx) => acceptDocuments(tx, userId, documents));
}
