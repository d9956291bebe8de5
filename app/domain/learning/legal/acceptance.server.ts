import { type LegalName, versionOf } from '#app/domain/learning/legal/documents.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * Keeps, as part of `tx`, that a user accepts these texts in the versions in force. The first acceptance of a version stays. Where
 * there is no user of this id, nobody accepts.
 */
export async function acceptDocuments(
  tx: Transaction,
  userId: string,
  documents: readonly LegalName[],
): Promise<void> {
  await tx.db.$executeRaw(acceptanceWrite(userId, documents));
}

/** The same as a write among others (`writeTogether`). */
export function acceptanceWrite(userId: string, documents: readonly LegalName[]): Prisma.Sql {
  const versions = documents.map(versionOf);
  return Prisma.sql`
    INSERT INTO legal_acceptances (user_id, document, version, accepted_at)
    SELECT u.id, d.document, d.version, ${now()}
    FROM users u, unnest(${documents}::text[], ${versions}::text[]) AS d (document, version)
    WHERE u.id = ${userId}::uuid
    ON CONFLICT DO NOTHING`;
}

/** `acceptDocuments` in a transaction of its own. */
export async function recordAcceptance(userId: string, documents: readonly LegalName[]): Promise<void> {
  await transaction((tx) => acceptDocuments(tx, userId, documents));
}
