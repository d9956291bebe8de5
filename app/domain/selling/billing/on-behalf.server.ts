import { z } from 'zod';
import type { AuditAction } from '#app/domain/core/audit/actions.ts';
import { type Actor, type Audited, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** The key of a page that asks a provider: a form sent twice is written down as asked once. Pages opened before a release have none. */
export const formKeyField = z.uuid().optional();

/** Somebody else who changes a member's subscription, and what is written down of it. */
export interface OnBehalf {
  /** The admin's user id; null where a command line or a job acts. */
  actorId: string | null;
  /** Writes down, before the provider is asked, that it is: so that its answer can be lost. */
  recordAsked(): Promise<unknown>;
  /** Writes down what the provider has done, as part of the transaction that takes it over. */
  record(tx: Transaction): Promise<unknown>;
  /** Writes down that it was not done, or that nobody knows. */
  recordFailed(error: unknown): Promise<unknown>;
}

/** Asks a provider for somebody, and writes down before that it is asked, and where it fails that it did. */
export async function askOnBehalf<T>(onBehalf: OnBehalf | undefined, call: () => Promise<T>): Promise<T> {
  await onBehalf?.recordAsked();
  try {
    return await call();
  } catch (error) {
    await onBehalf?.recordFailed(error);
    throw error;
  }
}

/** A job that finishes what an admin has done, of which the audit log says enough. */
export const byJob: OnBehalf = {
  actorId: null,
  recordAsked: async () => undefined,
  record: async () => undefined,
  recordFailed: async () => undefined,
};

/** A provider's answer as the audit log keeps it: nobody knows what became of a call that was not answered. */
function answerOf(error: unknown): { answer: 'not_answered' | 'refused'; code?: string } {
  if (!(error instanceof PaymentError)) return { answer: 'refused' };
  return { answer: error.isRetryable ? 'not_answered' : 'refused', code: error.code };
}

/**
 * An admin who changes the subscription of a user: the audit log says what they asked for before the provider is asked, and afterwards what came of
 * it. The first stays where the answer is lost or the process ends, and is written once however often one form (`formKey`) is sent.
 */
export function auditedChange(
  actor: Actor,
  userId: string,
  {
    asked,
    done,
    after,
    reason,
    formKey,
  }: { asked: AuditAction; done: AuditAction } & Pick<Audited, 'after' | 'reason' | 'formKey'>,
): OnBehalf {
  const subject = { type: 'user', id: userId } as const;
  const entry = { subject, after, reason };
  return {
    actorId: actor.id,
    recordAsked: () => transaction((tx) => recordAudit(tx, actor, { ...entry, action: asked, formKey })),
    record: (tx) => recordAudit(tx, actor, { ...entry, action: done }),
    recordFailed: (error) =>
      transaction((tx) =>
        recordAudit(tx, actor, {
          ...entry,
          action: 'subscription_change_failed',
          after: { asked, ...answerOf(error) },
        }),
      ),
  };
}
