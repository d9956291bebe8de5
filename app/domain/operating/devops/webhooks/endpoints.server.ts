import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { takenKeys } from '#app/domain/operating/devops/key-state.server.ts';
import { checkedAddress } from '#app/domain/operating/devops/webhooks/endpoint-address.server.ts';
import type { EndpointForm } from '#app/domain/operating/devops/webhooks/endpoint-form.ts';
import { newSecret, overlapHours, sealSecret } from '#app/domain/operating/devops/webhooks/secrets.server.ts';
import { turnEndpoint } from '#app/domain/operating/devops/webhooks/switching.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** Endpoints there are at a time: each event is sent to all that want it. */
const mostEndpoints = 20;

const subject = (id: string) => ({ type: 'webhook_endpoint', id }) as const;
const hourMs = 3_600_000;

/** An endpoint that was made, with its secret: this once. */
export interface MadeEndpoint {
  id: string;
  secret: string;
}

/** Of two at once the second counts after the first, and finds its form sent. */
const lockEndpoints = (tx: Transaction) =>
  tx.db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('webhook_endpoints'))::text`;

/**
 * Writes an endpoint as part of `tx`; the address has been checked. @throws {Refusal} conflict where there are many
 */
export async function writeEndpoint(
  tx: Transaction,
  { url, description, events }: EndpointForm,
  by: { createdById?: string | null; addedByKeyId?: string; secret?: string },
): Promise<MadeEndpoint> {
  await lockEndpoints(tx);
  if ((await tx.db.webhookEndpoint.count()) >= mostEndpoints)
    throw new Refusal('conflict', `There are ${mostEndpoints} endpoints. Please delete one of them first.`);
  const id = randomUUID();
  const { secret = newSecret(), ...who } = by;
  await tx.db.webhookEndpoint.create({
    data: {
      id,
      url,
      description,
      events,
      secretSealed: sealSecret(secret, id),
      ...who,
      createdAt: now(),
    },
  });
  return { id, secret };
}

/**
 * Adds an endpoint and returns its secret: this once; null where the form of this key was sent before.
 * @throws {Refusal} not_allowed; invalid for an address that events are not sent to; conflict where there are many
 * @throws {ConfirmationNeeded}
 */
export async function addEndpoint(
  actor: Actor,
  form: EndpointForm,
  formKey: string,
): Promise<MadeEndpoint | null> {
  await transaction((tx) => requirePermission(tx, actor, 'webhooks:manage'));
  const url = await checkedAddress(form.url);
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'webhooks:manage');
    await lockEndpoints(tx);
    if ((await tx.db.auditEntry.count({ where: { formKey } })) > 0) return null;
    const made = await writeEndpoint(tx, { ...form, url }, { createdById: actor.id });
    await recordAudit(tx, actor, {
      action: 'webhook_endpoint_added',
      subject: subject(made.id),
      after: { url, events: form.events.join(', ') },
      formKey,
    });
    return made;
  });
}

/** An endpoint, locked until `tx` ends. @throws {Refusal} not_found */
export async function lockEndpoint(tx: Transaction, id: string) {
  const isId = z.uuid().safeParse(id).success;
  if (isId) await tx.db.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const endpoint = isId ? await tx.db.webhookEndpoint.findUnique({ where: { id } }) : null;
  if (!endpoint) throw new Refusal('not_found', 'There is no such endpoint.');
  return endpoint;
}

/** What tells one state of what an admin says of an endpoint from another; deliveries change nothing of it. */
const versionOf = ({ url, description, events }: Pick<ListedEndpoint, 'url' | 'description' | 'events'>) =>
  createHash('sha256')
    .update(JSON.stringify([url, description, events]))
    .digest('base64url')
    .slice(0, 16);

/**
 * Changes where an endpoint is, what it is called and what it is told of; saved as it is, nothing happens.
 * @throws {Refusal} as `addEndpoint`; not_found; conflict for a form that was filled in over another `version`
 */
export async function editEndpoint(
  actor: Actor,
  id: string,
  form: EndpointForm,
  version: string,
): Promise<void> {
  await transaction((tx) => requirePermission(tx, actor, 'webhooks:manage'));
  const url = await checkedAddress(form.url);
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'webhooks:manage');
    const before = await lockEndpoint(tx, id);
    const isSame =
      before.url === url &&
      before.description === form.description &&
      before.events.join() === form.events.join();
    if (isSame) return;
    if (versionOf(before) !== version)
      throw new Refusal(
        'conflict',
        'This endpoint was changed while you typed. Look at what is there now, and save again if it is still right.',
      );
    await tx.db.webhookEndpoint.update({ where: { id }, data: { ...form, url } });
    await recordAudit(tx, actor, {
      action: 'webhook_endpoint_edited',
      subject: subject(id),
      before: { url: before.url, description: before.description, events: before.events.join(', ') },
      after: { url, description: form.description, events: form.events.join(', ') },
    });
  });
}

/**
 * Switches an endpoint on or off. What waits for one that is switched off is given up, and can be sent again. Nothing happens where it
 * is so already. @throws {Refusal} not_allowed; not_found; conflict for one to be switched on whose key has ended; {ConfirmationNeeded}
 */
export async function switchEndpoint(actor: Actor, id: string, isOn: boolean): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'webhooks:manage');
    const before = await lockEndpoint(tx, id);
    const keyId = before.addedByKeyId;
    if (isOn && keyId && (await tx.db.devopsKey.count({ where: { ...takenKeys(), id: keyId } })) === 0)
      throw new Refusal(
        'conflict',
        'The key that added this endpoint is no longer valid. To keep sending events there, add it as an endpoint of your own.',
      );
    await turnEndpoint(tx, actor, before, isOn);
  });
}

/**
 * Makes an endpoint's new secret and returns it: this once. For a day events are signed with the one before too.
 * @throws {Refusal} not_allowed; not_found; conflict while the one before is still used; {ConfirmationNeeded}
 */
export async function rotateSecret(actor: Actor, id: string): Promise<string> {
  const secret = newSecret();
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'webhooks:manage');
    const { secretSealed, previousUntil } = await lockEndpoint(tx, id);
    if (previousUntil && previousUntil > now())
      throw new Refusal(
        'conflict',
        'Its secret was rotated within the last day. Please wait until that is over.',
      );
    const until = new Date(now().getTime() + overlapHours * hourMs);
    await tx.db.webhookEndpoint.update({
      where: { id },
      data: {
        secretSealed: sealSecret(secret, id),
        previousSecretSealed: secretSealed,
        previousUntil: until,
      },
    });
    await recordAudit(tx, actor, {
      action: 'webhook_secret_rotated',
      subject: subject(id),
      after: { previous_until: until.toISOString() },
    });
  });
  return secret;
}

/** Deletes an endpoint, and what was sent there with it. @throws {Refusal} not_allowed; not_found; {ConfirmationNeeded} */
export async function deleteEndpoint(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'webhooks:manage');
    const { url } = await lockEndpoint(tx, id);
    await tx.db.webhookEndpoint.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'webhook_endpoint_deleted',
      subject: subject(id),
      before: { url },
    });
  }, 60_000);
}

/** An endpoint as admins see it. */
export interface ListedEndpoint {
  id: string;
  url: string;
  description: string;
  events: string[];
  isOn: boolean;
  offReason: string | null;
  offAt: Date | null;
  failingSince: Date | null;
  previousUntil: Date | null;
  createdAt: Date;
  waiting: number;
  dead: number;
  lastDeliveredAt: Date | null;
  /** Of what its form says: a form that was filled in over another is stale. */
  version: string;
}

/** Endpoints with how it goes there, the oldest first; or the one of an id. One query. */
export async function listEndpoints(id?: string): Promise<ListedEndpoint[]> {
  if (id !== undefined && !z.uuid().safeParse(id).success) return [];
  const rows = await prisma().$queryRaw<Omit<ListedEndpoint, 'version'>[]>`
    SELECT e.id, e.url, e.description, e.events, e.is_on AS "isOn", e.off_reason AS "offReason", e.off_at AS "offAt",
      e.failing_since AS "failingSince", e.created_at AS "createdAt",
      CASE WHEN e.previous_until > ${now()} THEN e.previous_until END AS "previousUntil",
      (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting') AS waiting,
      (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'dead') AS dead,
      (SELECT d.ended_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'delivered'
       ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS "lastDeliveredAt"
    FROM webhook_endpoints e WHERE ${id ?? null}::uuid IS NULL OR e.id = ${id ?? null}::uuid
    ORDER BY e.created_at, e.id`;
  return rows.map((row) => ({ ...row, version: versionOf(row) }));
}
