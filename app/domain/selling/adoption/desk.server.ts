import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { keysLike } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { adoptOne } from '#app/domain/selling/adoption/adopting.server.ts';
import { freshSince } from '#app/domain/selling/adoption/reading.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { isProvider } from '#app/platform/payments/port.ts';

const maxNamed = 1_000;

/** Subscriptions as an admin names them: one a line, with the address of their person where the provider has another. */
export const nameSubscriptionsSchema = z.object({
  provider: z.string().refine((name) => isProvider(name), 'Choose a provider'),
  subscriptions: z
    .string({ error: 'Enter at least one subscription ID' })
    .max(45_000, 'This is too much at once. Enter fewer lines.')
    .transform((text, context) => {
      const lines = text
        .split('\n')
        .map((line) => line.trim().split(/[\s,;]+/))
        .filter(([id]) => id);
      const wrong = lines.findIndex(
        ([id = '', email, more]) => !/^[\w-]{3,100}$/.test(id) || more || (email && !email.includes('@')),
      );
      if (lines.length === 0 || lines.length > maxNamed || wrong >= 0) {
        const message =
          wrong >= 0
            ? `Line ${wrong + 1} is not a subscription ID, with or without an email address after it.`
            : `Enter 1 to ${maxNamed.toLocaleString('en-US')} subscription IDs.`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      return lines.map(([id = '', email]) => ({ id, email: email?.toLowerCase() ?? null }));
    }),
});

export type NameSubscriptionsForm = z.input<typeof nameSubscriptionsSchema>;

/**
 * Names subscriptions by their ids, and has them read from their provider.
 * @throws {Refusal} not_allowed @throws {ConfirmationNeeded}
 */
export async function nameSubscriptions(
  actor: Actor,
  { provider, subscriptions }: z.output<typeof nameSubscriptionsSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    if (!isProvider(provider)) throw new Refusal('invalid', 'Choose a provider', 'provider');
    const rows = [...new Map(subscriptions.map((row) => [row.id, row])).values()];
    await tx.db.$executeRaw`
      INSERT INTO foreign_subscriptions AS f (id, provider, provider_subscription_id, named_email, outcome, read_at)
      SELECT gen_random_uuid(), ${provider}::payment_provider, t.id, t.email, 'unread', ${now()}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t(id text, email text)
      ON CONFLICT (provider, provider_subscription_id) DO UPDATE SET
        named_email = coalesce(excluded.named_email, f.named_email), outcome = 'unread'
      WHERE f.outcome NOT IN ('adopted', 'unread') OR f.named_email IS DISTINCT FROM coalesce(excluded.named_email, f.named_email)`;
    await beginReading(tx, actor);
  });
}

/**
 * Has the subscriptions at all mapped prices read from the providers. Adopts none.
 * @throws {Refusal} not_allowed; invalid where no price is mapped
 * @throws {ConfirmationNeeded}
 */
export async function startReading(actor: Actor): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    if ((await tx.db.adoptedPrice.count()) === 0) throw new Refusal('invalid', 'Map a price first.');
    await beginReading(tx, actor);
  });
}

async function beginReading(tx: Parameters<typeof sendJobWith>[0], actor: Actor): Promise<void> {
  await recordAudit(tx, actor, { action: 'foreign_subscriptions_read' });
  await sendJobWith(tx, 'read-foreign-subscriptions', {});
}

const staleRead = () =>
  new Refusal(
    'conflict',
    'These were read from the provider more than a day ago. Read them again first: they may have changed there.',
  );

export const adoptSchema = z.object({ reason: reasonField(500, 3) });
export type AdoptForm = z.input<typeof adoptSchema>;

/**
 * Has all subscriptions adopted that are ready, for a reason (P238).
 * @throws {Refusal} not_allowed; conflict where all of them were read too long ago @throws {ConfirmationNeeded}
 */
export async function startAdopting(actor: Actor, { reason }: z.output<typeof adoptSchema>): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    const isReady = { outcome: 'ready' } as const;
    const ready = await tx.db.foreignSubscription.count({
      where: { ...isReady, readAt: { gte: freshSince() } },
    });
    if (ready === 0) {
      if ((await tx.db.foreignSubscription.count({ where: isReady })) > 0) throw staleRead();
      return;
    }
    await recordAudit(tx, actor, {
      action: 'subscriptions_adopted',
      after: { subscriptions: ready },
      reason,
    });
    await sendJobWith(tx, 'adopt-subscriptions', {});
  });
}

/**
 * Decides on one of several subscriptions of a person (P239): it is adopted and the others are left with the provider, or it is left there.
 * None is canceled.
 * @throws {Refusal} not_allowed; not_found; conflict where the person has a live one here
 * @throws {ConfirmationNeeded}
 */
export async function decideSubscription(
  actor: Actor,
  id: string,
  decision: 'adopt' | 'leave',
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    // Of two presses at once the second sees what the first has decided.
    if (isId(id))
      await tx.db.$executeRaw`SELECT FROM foreign_subscriptions WHERE id = ${id}::uuid FOR UPDATE`;
    const row = isId(id) ? await tx.db.foreignSubscription.findUnique({ where: { id } }) : null;
    if (!row) throw new Refusal('not_found', 'There is no such subscription.');
    if (row.outcome !== 'undecided') return;
    if (decision === 'adopt' && row.readAt < freshSince()) throw staleRead();
    const subject = { type: 'user', id: row.userId ?? '' } as const;
    if (decision === 'adopt') {
      const like = { userId: row.userId ?? '', product: { in: keysLike(row.product ?? '') } };
      const live = await tx.db.subscription.count({
        where: { ...like, status: { in: ['trialing', 'active', 'past_due'] } },
      });
      if (live > 0)
        throw new Refusal(
          'conflict',
          'This person has a live subscription here already. End that one first, or leave this one with the provider.',
        );
      await tx.db.foreignSubscription.updateMany({
        where: { ...like, id: { not: id }, outcome: 'undecided' },
        data: { outcome: 'left_out' },
      });
    }
    await tx.db.foreignSubscription.update({
      where: { id },
      data: { outcome: decision === 'adopt' ? 'ready' : 'left_out' },
    });
    await recordAudit(tx, actor, {
      action: decision === 'adopt' ? 'subscriptions_adopted' : 'subscription_left_out',
      subject,
      after: { subscription: row.providerSubscriptionId },
    });
  });
  if (decision === 'adopt') await adoptOne(id);
}
