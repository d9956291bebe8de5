import type { AuditAction, AuditSubject } from '#app/domain/core/audit/actions.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Who does something in the admin area, and from where. */
export interface Actor {
  /** The admin's user id; null at the command line, where whoever has the server's secrets acts, and for a program with a key. */
  id: string | null;
  /** The session by which they ask; null at the command line, and for a program. */
  sessionId: string | null;
  /** The key of the DevOps integration that a program acts with. */
  keyId?: string;
  /** A keyed hash of the address they ask from. */
  origin: string | null;
  requestId: string | null;
}

/** Whoever acts at the command line of the site. */
export const commandLine: Actor = { id: null, sessionId: null, origin: null, requestId: null };

/** What is recorded of an action. `before` and `after` hold no personal data but masked: see mask.ts. */
export interface Audited {
  action: AuditAction;
  subject?: AuditSubject;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
  /** In the admin's words. */
  reason?: string;
  /** Of a form that must not be done twice: its own key. */
  formKey?: string;
}

/**
 * Writes a row of the audit log as part of `tx`: there if, and only if, the action is. False when the form of this key was done before,
 * and nothing was written.
 */
export async function recordAudit(tx: Transaction, actor: Actor, audited: Audited): Promise<boolean> {
  const { action, subject, before, after, reason, formKey } = audited;
  const { count } = await tx.db.auditEntry.createMany({
    data: [
      {
        action,
        actorId: actor.id,
        keyId: actor.keyId ?? null,
        subjectType: subject?.type ?? null,
        subjectId: subject?.id ?? null,
        before: before ?? Prisma.DbNull,
        after: after ?? Prisma.DbNull,
        reason: reason || null,
        origin: actor.origin,
        requestId: actor.requestId,
        formKey: formKey ?? null,
        createdAt: now(),
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}
