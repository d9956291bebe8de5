import { endpointSecretOwner, keySecretOwner } from '#app/domain/operating/devops/webhooks/secrets.server.ts';
import { signingKeyOwner } from '#app/domain/people/auth-api/signing-keys.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { sealAgain } from '#app/platform/secrets/sealing.server.ts';

/** A column that holds texts encrypted under ENCRYPTION_SECRET. */
interface EncryptedColumn {
  table: string;
  column: string;
  /** The column that tells rows apart. */
  key: string;
  /** What its texts belong to, by this column. */
  owner: string;
  belongsTo: (owner: string) => string;
}

const ofUser = (table: string, column: string, key = 'user_id'): EncryptedColumn => ({
  table,
  column,
  key,
  owner: 'user_id',
  belongsTo: (userId) => userId,
});

const ofRow = (table: string, column: string, belongsTo: (id: string) => string): EncryptedColumn => ({
  table,
  column,
  key: 'id',
  owner: 'id',
  belongsTo,
});

/** Every column of the database that is encrypted. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ofUser('authenticators', 'sealed_secret'),
  ofUser('authenticators', 'pending_secret'),
  ofUser('api_factors', 'sealed_secret', 'id'),
  ofUser('recovery_codes', 'sealed', 'id'),
  ofRow('auth_signing_keys', 'sealed_private_key', signingKeyOwner),
  ofRow('devops_keys', 'webhook_secret_sealed', keySecretOwner),
  ofRow('webhook_endpoints', 'secret_sealed', endpointSecretOwner),
  ofRow('webhook_endpoints', 'previous_secret_sealed', endpointSecretOwner),
];

const batchSize = 500;

interface Encrypted {
  key: string;
  owner: string;
  sealed: Uint8Array<ArrayBuffer>;
}

/** How many texts were encrypted anew, were so already, or open under no secret that is set. */
interface EncryptedAgain {
  again: number;
  present: number;
  closed: number;
}

/**
 * Encrypts what the database holds encrypted under the present ENCRYPTION_SECRET, so that the one before is needed no more. Safe to repeat and to
 * cut off: what changes meanwhile is encrypted so anyway, and is not written over.
 */
export async function encryptAgain(): Promise<EncryptedAgain> {
  const counts = { again: 0, present: 0, closed: 0 };
  for (const column of encryptedColumns) await encryptColumn(column, counts);
  return counts;
}

async function encryptColumn(
  { belongsTo, ...names }: EncryptedColumn,
  counts: EncryptedAgain,
): Promise<void> {
  const [table, column, key, owner] = [names.table, names.column, names.key, names.owner].map((name) =>
    Prisma.raw(`"${name}"`),
  );
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await prisma().$queryRaw<Encrypted[]>`
      SELECT ${key}::text AS key, ${owner}::text AS owner, ${column} AS sealed FROM ${table}
      WHERE ${column} IS NOT NULL AND ${key} > ${after}::uuid ORDER BY ${key} LIMIT ${batchSize}`;
    for (const row of rows) {
      const sealed = sealAgain(row.sealed, belongsTo(row.owner));
      if (sealed === null) counts.closed += 1;
      else if (sealed === row.sealed) counts.present += 1;
      else
        counts.again += await prisma().$executeRaw`
          UPDATE ${table} SET ${column} = ${sealed} WHERE ${key} = ${row.key}::uuid AND ${column} = ${row.sealed}`;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.key;
  }
}
