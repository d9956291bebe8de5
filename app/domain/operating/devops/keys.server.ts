import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { managesAccounts } from '#app/domain/core/access/key-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import { isTakenSql, takenKeys } from '#app/domain/operating/devops/key-state.server.ts';
import {
  allDevopsPermissions,
  type DevopsPermission,
  defaultDevopsPermissions,
  isDevopsPermission,
} from '#app/domain/operating/devops/permissions.ts';
import {
  newSecret,
  openKeySecret,
  sealKeySecret,
} from '#app/domain/operating/devops/webhooks/secrets.server.ts';
import { turnEndpoint } from '#app/domain/operating/devops/webhooks/switching.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, type RateLimit, type RateLimitState } from '#app/platform/rate-limit.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** By what a key is known for one of this integration, in a program's settings or where it should not be. */
const prefix = 'mad_';

/** What a key without a name is called (P96). */
const defaultKeyName = 'DevOps Integration Key';

/** Keys that are taken at a time. */
const mostKeys = 50;

/** So long the key that was rotated is still taken, in hours. */
export const overlapHours = 24;
const hourMs = 3_600_000;

export const devopsKeySchema = z.object({
  name: z
    .string()
    .trim()
    .max(60, 'Please use at most 60 characters')
    .refine((text) => !text.includes('\0'), 'Please use letters')
    .default('')
    .transform((text) => text || defaultKeyName),
  permissions: z
    .array(z.enum(allDevopsPermissions as [DevopsPermission, ...DevopsPermission[]]))
    .min(1, 'Please choose what the key may do')
    .default(defaultDevopsPermissions),
  /** The last day on which it is taken, UTC; none for a key without an end. */
  endsOn: z
    .union([
      z.literal('').transform(() => null),
      z
        .string()
        .refine((day) => parseDay(day) !== null, 'Please choose a day')
        .transform(parseDay),
    ])
    .default(null),
});

async function writeKey(
  tx: Transaction,
  actor: Actor,
  key: { name: string; permissions: readonly string[]; expiresAt: Date | null },
  webhookSecret: string | null = null,
): Promise<{ id: string; secret: string }> {
  const secret = `${prefix}${newToken()}`;
  const { id } = await tx.db.devopsKey.create({
    data: {
      name: key.name,
      permissions: [...key.permissions],
      tokenHash: hashToken(secret),
      hint: secret.slice(-4),
      createdById: actor.id,
      createdAt: now(),
      expiresAt: key.expiresAt,
    },
    select: { id: true },
  });
  if (webhookSecret !== null)
    await tx.db.devopsKey.update({
      where: { id },
      data: { webhookSecretSealed: sealKeySecret(webhookSecret, id) },
    });
  return { id, secret };
}

/**
 * Makes a key and returns it: this once; null where the form of this key was sent before. @throws {Refusal} not_allowed; invalid for an end that is past; conflict where there are many
 * @throws {ConfirmationNeeded}
 */
export async function makeDevopsKey(
  actor: Actor,
  { name, permissions, endsOn }: z.output<typeof devopsKeySchema>,
  formKey?: string,
): Promise<string | null> {
  return makeKey(actor, { name, permissions, endsOn }, { formKey });
}

/** A key and what events are signed with at endpoints that a program adds with it: both this once. */
interface KeyWithSecret {
  key: string;
  webhookSecret: string;
}

/** Makes a key by which a program adds webhook endpoints, and the secret that their events are signed with (P29). @throws {Refusal} as `makeDevopsKey`; invalid without the permission it is for */
export async function makeKeyWithSecret(
  actor: Actor,
  wanted: z.output<typeof devopsKeySchema>,
): Promise<KeyWithSecret> {
  if (!wanted.permissions.includes('webhooks:write'))
    throw new Refusal('invalid', 'permissions: webhooks:write is what the secret is for.', 'permissions');
  const webhookSecret = newSecret();
  const key = await makeKey(actor, wanted, { webhookSecret });
  if (key === null) throw new Error('A key without a form was sent before.');
  return { key, webhookSecret };
}

async function makeKey(
  actor: Actor,
  { name, permissions, endsOn }: z.output<typeof devopsKeySchema>,
  { formKey, webhookSecret = null }: { formKey?: string | undefined; webhookSecret?: string | null },
): Promise<string | null> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'keys:manage');
    // Of two at once the second counts after the first, and finds its form sent.
    await tx.db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('devops_keys'))::text`;
    if (formKey && (await tx.db.auditEntry.count({ where: { formKey } })) > 0) return null;
    const expiresAt = endsOn && new Date(endsOn.getTime() + 24 * hourMs);
    if (expiresAt && expiresAt <= now())
      throw new Refusal('invalid', 'Please choose a day that is to come.', 'endsOn');
    await refuseMany(tx);
    const { id, secret } = await writeKey(tx, actor, { name, permissions, expiresAt }, webhookSecret);
    await recordAudit(tx, actor, {
      action: 'devops_key_made',
      subject: { type: 'devops_key', id },
      after: { name, permissions: permissions.join(', '), ends: expiresAt?.toISOString() ?? '' },
      ...(formKey ? { formKey } : {}),
    });
    return secret;
  });
}

async function refuseMany(tx: Transaction): Promise<void> {
  if ((await tx.db.devopsKey.count({ where: takenKeys() })) >= mostKeys)
    throw new Refusal('conflict', `There are ${mostKeys} keys. Please revoke one of them first.`);
}

async function lockKey(tx: Transaction, id: string) {
  const isId = z.uuid().safeParse(id).success;
  if (isId) await tx.db.$queryRaw`SELECT 1 FROM devops_keys WHERE id = ${id}::uuid FOR UPDATE`;
  const key = isId ? await tx.db.devopsKey.findUnique({ where: { id } }) : null;
  if (!key) throw new Refusal('not_found', 'There is no such key.');
  return key;
}

/**
 * Makes a key that takes another's place, with the same name, permissions and end; the other is taken for a day more. Returns the new
 * one: this once. @throws {Refusal} not_allowed; not_found; conflict for one that is not taken, or was rotated; {ConfirmationNeeded}
 */
export async function rotateDevopsKey(actor: Actor, id: string): Promise<string> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'keys:manage');
    const old = await lockKey(tx, id);
    if (old.revokedAt || old.replacedById || (old.expiresAt && old.expiresAt <= now()))
      throw new Refusal('conflict', 'This key was rotated, or is not taken any more.');
    const { webhookSecretSealed: sealed } = old;
    const made = await writeKey(tx, actor, old, sealed && openKeySecret(sealed, id));
    await tx.db.webhookEndpoint.updateMany({ where: { addedByKeyId: id }, data: { addedByKeyId: made.id } });
    const end = new Date(now().getTime() + overlapHours * hourMs);
    await tx.db.devopsKey.update({
      where: { id },
      data: { replacedById: made.id, expiresAt: old.expiresAt && old.expiresAt < end ? old.expiresAt : end },
    });
    await recordAudit(tx, actor, {
      action: 'devops_key_rotated',
      subject: { type: 'devops_key', id },
      after: { replaced_by: made.id, taken_until: end.toISOString() },
    });
    return made.secret;
  });
}

/** The keys that a key has taken the place of, and itself: the earlier ones are still taken for a while. */
async function withPredecessors(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.db.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id FROM devops_keys WHERE id = ${id}::uuid
      UNION
      SELECT k.id FROM chain c JOIN devops_keys k ON k.replaced_by = c.id)
    SELECT id FROM chain`;
  return rows.map((row) => row.id);
}

/**
 * Revokes a key at once, with those it has taken the place of: whoever ends a program's key means that the program has no access, not
 * that its former key works for the rest of a day. A former key revoked alone leaves the new one. What their program has added is
 * switched off, since nobody knows any more who is told. @throws {Refusal} not_allowed; not_found; {ConfirmationNeeded}
 */
export async function revokeDevopsKey(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'keys:manage');
    await lockKey(tx, id);
    const revoked = await tx.db.devopsKey.updateManyAndReturn({
      where: { id: { in: await withPredecessors(tx, id) }, revokedAt: null },
      data: { revokedAt: now() },
      select: { id: true },
    });
    for (const { id: keyId } of revoked) {
      await recordAudit(tx, actor, {
        action: 'devops_key_revoked',
        subject: { type: 'devops_key', id: keyId },
        ...(keyId === id ? {} : { after: { with: id } }),
      });
      for (const endpoint of await tx.db.webhookEndpoint.findMany({ where: { addedByKeyId: keyId } }))
        await turnEndpoint(tx, actor, endpoint, false);
    }
  });
}

/** A key as admins, and programs with an admin's session, see it (product.md, P100). */
interface ListedDevopsKey {
  id: string;
  name: string;
  hint: string;
  permissions: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  isActive: boolean;
  isRotated: boolean;
}

/** The keys as programs with an admin's session are told them (P100). @throws {Refusal} not_allowed */
export async function readDevopsKeys(actor: Actor) {
  await transaction((tx) => requirePermission(tx, actor, 'devops:read'));
  const keys = await listDevopsKeys();
  return keys.map(({ id, name, permissions, createdAt, lastUsedAt, expiresAt, isActive }) => ({
    id,
    name,
    permissions,
    created_at: createdAt,
    last_used: lastUsedAt,
    expires_at: expiresAt,
    is_active: isActive,
  }));
}

/** The keys, the latest first; those that are not taken any more for a while. One query. */
export async function listDevopsKeys(): Promise<ListedDevopsKey[]> {
  return prisma().$queryRaw<ListedDevopsKey[]>`
    SELECT k.id, k.name, k.hint, k.permissions, k.created_at AS "createdAt", k.last_used AS "lastUsedAt",
      k.expires_at AS "expiresAt", ${isTakenSql()} AS "isActive", k.replaced_by IS NOT NULL AS "isRotated"
    FROM devops_keys k LEFT JOIN users u ON u.id = k.created_by
    ORDER BY k.created_at DESC, k.id DESC LIMIT ${2 * mostKeys}`;
}

/** Wrong keys from one address. */
const wrongLimit: RateLimit = { name: 'devops-key-wrong', points: 60, seconds: 600 };

/** Questions by one key. */
export const askingLimit: RateLimit = { name: 'devops-key-asked', points: 300, seconds: 60 };

/** When a key was last used is written at most this often, so that reading stays reading. */
const touchMs = 60_000;

/** A key that is taken. */
export interface KnownDevopsKey {
  id: string;
  permissions: DevopsPermission[];
  /** How often it may still ask. */
  limit: RateLimitState;
}

/**
 * The key that a program has brought; null for none that is taken. @throws {RateLimitExceeded} for a key that asks too often, and an
 * address that brings too many wrong ones
 */
export async function findDevopsKey(
  secret: string | null,
  clientAddress: string,
): Promise<KnownDevopsKey | null> {
  const hash = hashToken(secret ?? '');
  const key = secret?.startsWith(prefix)
    ? await prisma().devopsKey.findFirst({
        where: { tokenHash: hash, ...takenKeys() },
        include: { createdBy: { select: { adminLevel: true } } },
      })
    : null;
  // The index has compared hashes, of which nobody learns one byte after the other; this costs nothing.
  if (!key || !timingSafeEqual(key.tokenHash, hash)) {
    await consumeRateLimit(wrongLimit, clientAddress);
    return null;
  }
  const limit = await consumeRateLimit(askingLimit, key.id);
  const at = now();
  if (!key.lastUsedAt || at.getTime() - key.lastUsedAt.getTime() > touchMs)
    await prisma().devopsKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: at } });
  const level = key.createdBy?.adminLevel ?? null;
  const permissions = key.permissions
    .filter(isDevopsPermission)
    // Who is no owner any more couldn't make such a key.
    .filter((permission) => permission !== managesAccounts || levelMay(level, 'keys:manage'));
  return { id: key.id, permissions, limit };
}
