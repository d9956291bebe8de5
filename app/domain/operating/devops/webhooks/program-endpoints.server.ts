import { z } from 'zod';
import { recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { takenKeys } from '#app/domain/operating/devops/key-state.server.ts';
import type { KnownDevopsKey } from '#app/domain/operating/devops/keys.server.ts';
import type { DevopsPermission } from '#app/domain/operating/devops/permissions.ts';
import type { addedEndpoint, EndpointRecord } from '#app/domain/operating/devops/webhooks/api-schemas.ts';
import { checkedAddress } from '#app/domain/operating/devops/webhooks/endpoint-address.server.ts';
import type { EndpointForm } from '#app/domain/operating/devops/webhooks/endpoint-form.ts';
import { writeEndpoint } from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { openKeySecret } from '#app/domain/operating/devops/webhooks/secrets.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** What a program has to be allowed to read to be told of it. */
const readingOf: Record<string, DevopsPermission> = {
  user: 'users:read',
  subscription: 'revenue:read',
  payment: 'revenue:read',
  commission: 'commissions:read',
  payout: 'commissions:read',
};

/** How a program appears in the audit log: by its key. */
const actorOf = (requestId: string) => ({ id: null, sessionId: null, origin: null, requestId });

const recordOf = (row: {
  id: string;
  url: string;
  description: string;
  events: string[];
  isOn: boolean;
  offReason: string | null;
  failingSince: Date | null;
  createdAt: Date;
}): EndpointRecord => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  is_on: row.isOn,
  off_reason: row.offReason as EndpointRecord['off_reason'],
  failing_since: row.failingSince?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/**
 * The key that a program's endpoints belong to: the one that has taken the place of a key that was rotated, while that is still taken.
 * Rotating moves endpoints to it.
 */
async function owningKey(db: Transaction['db'], keyId: string): Promise<string> {
  const [last] = await db.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id, replaced_by, 1 AS place FROM devops_keys WHERE id = ${keyId}::uuid
      UNION ALL
      SELECT k.id, k.replaced_by, c.place + 1 FROM chain c JOIN devops_keys k ON k.id = c.replaced_by)
    SELECT id FROM chain ORDER BY place DESC LIMIT 1`;
  return last?.id ?? keyId;
}

/** What a program has added with its key, the oldest first. Two queries. */
export async function listProgramEndpoints(key: Pick<KnownDevopsKey, 'id'>): Promise<EndpointRecord[]> {
  const rows = await prisma().webhookEndpoint.findMany({
    where: { addedByKeyId: await owningKey(prisma(), key.id) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(recordOf);
}

/**
 * Adds an endpoint for a program. A key is told of no more than it may read.
 * @throws {Refusal} not_allowed for what it may not read; invalid for an address that events are not sent to; conflict where a program
 * has added this address already with this key, and where there are many
 */
export async function addProgramEndpoint(
  key: Pick<KnownDevopsKey, 'id' | 'permissions'>,
  form: EndpointForm,
  requestId: string,
): Promise<z.output<typeof addedEndpoint>> {
  for (const kind of form.events) {
    const needed = readingOf[kind.split('.')[0] ?? ''];
    if (!needed || !key.permissions.includes(needed))
      throw new Refusal('not_allowed', `${kind}: this key does not have the permission ${needed}.`);
  }
  const url = await checkedAddress(form.url);
  return transaction(async (tx) => {
    // Waits for whoever rotates or revokes the key now: what is added afterwards belongs to the key that is taken then.
    await tx.db.$queryRaw`SELECT 1 FROM devops_keys WHERE id = ${key.id}::uuid FOR SHARE`;
    const keyId = await owningKey(tx.db, key.id);
    const taken = await tx.db.devopsKey.findFirst({ where: { ...takenKeys(), id: keyId } });
    if (!taken) throw new Refusal('not_allowed', 'This key is not taken any more.');
    const same = await tx.db.webhookEndpoint.findFirst({ where: { url, addedByKeyId: keyId } });
    if (same) throw new Refusal('conflict', `This key has added this address already: ${same.id}.`);
    const { webhookSecretSealed: sealed } = taken;
    const kept = sealed && openKeySecret(sealed, keyId);
    const made = await writeEndpoint(
      tx,
      { ...form, url },
      { addedByKeyId: keyId, ...(kept ? { secret: kept } : {}) },
    );
    await recordAudit(tx, actorOf(requestId), {
      action: 'webhook_endpoint_added',
      subject: { type: 'webhook_endpoint', id: made.id },
      after: { url, events: form.events.join(', '), key: key.id },
    });
    const row = await tx.db.webhookEndpoint.findUniqueOrThrow({ where: { id: made.id } });
    return { ...recordOf(row), secret: kept ? null : made.secret };
  });
}

/** Deletes an endpoint that a program has added with its key. @throws {Refusal} not_found for any other, also of another key's */
export async function deleteProgramEndpoint(
  key: Pick<KnownDevopsKey, 'id'>,
  id: string,
  requestId: string,
): Promise<void> {
  await transaction(async (tx) => {
    const where = { id, addedByKeyId: await owningKey(tx.db, key.id) };
    const found = z.uuid().safeParse(id).success
      ? await tx.db.webhookEndpoint.findFirst({ where, select: { url: true } })
      : null;
    const { count } = found ? await tx.db.webhookEndpoint.deleteMany({ where }) : { count: 0 };
    if (!found || count === 0) throw new Refusal('not_found', 'This key has added no such endpoint.');
    await recordAudit(tx, actorOf(requestId), {
      action: 'webhook_endpoint_deleted',
      subject: { type: 'webhook_endpoint', id },
      before: { url: found.url },
      after: { key: key.id },
    });
  }, 60_000);
}
