import { z } from 'zod';
import { type BulkOutcome, changeMany, mostAtOnce } from '#app/domain/core/audit/change-many.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  cancelPayoutFor,
  markPayoutPaid,
  paidSchema,
  payoutReasonSchema,
  retryPayout,
} from '#app/domain/programme/payouts/payout-desk.server.ts';
import type { PayoutAction, SelectedPayout } from '#app/domain/programme/payouts/payout-selection.server.ts';
import type { PayoutState } from '#app/domain/programme/payouts/states.ts';
import { prisma } from '#app/platform/database/client.server.ts';

const shownRow = /^([1-9]\d{0,8}):(\d{1,9})$/;

/** The payouts that a page has shown, by number, and what each comes to in integer cents: "12:5000,13:7000". */
const shownSchema = z
  .string()
  .transform((text) => text.split(',').map((part) => shownRow.exec(part)))
  .refine(
    (parts) => parts.length <= mostAtOnce && parts.every((part) => part !== null),
    'Open the list again',
  )
  .transform((parts) => new Map(parts.map((part) => [Number(part?.[1]), Number(part?.[2])])));

/** How a form says which payouts its page has shown. */
export const writeShown = (payouts: readonly Pick<SelectedPayout, 'number' | 'cents'>[]): string =>
  payouts.map(({ number, cents }) => `${number}:${cents}`).join(',');

const rows = { rows: shownSchema };
export const manySchemas = {
  paid: paidSchema.extend(rows),
  cancel: payoutReasonSchema.extend(rows),
  retry: payoutReasonSchema.extend(rows),
} as const satisfies Record<PayoutAction, z.ZodType>;

type Values<Action extends PayoutAction> = z.output<(typeof manySchemas)[Action]>;

async function isIn(number: number, state: PayoutState): Promise<boolean> {
  return (await prisma().payoutItem.count({ where: { number, state } })) > 0;
}

/**
 * Changes payouts one after the other, each in a transaction of its own and by the rules for one: a payout that is refused holds up no
 * other, and one that is marked or canceled already is left as it is (P320).
 * @throws {Refusal} not_allowed; where none can be changed, why the first cannot
 * @throws {ConfirmationNeeded}
 */
const changePayouts = (
  actor: Actor,
  numbers: Iterable<number>,
  change: (number: number) => Promise<boolean>,
): Promise<BulkOutcome> => changeMany(actor, 'money:move', [...numbers], change);

/** Marks payouts as paid by hand, all with one reference. @throws as `changePayouts` */
export const markPayoutsPaid = (actor: Actor, values: Values<'paid'>): Promise<BulkOutcome> =>
  changePayouts(actor, values.rows.keys(), async (number) => {
    if (await isIn(number, 'paid')) return false;
    await markPayoutPaid(actor, number, values);
    return true;
  });

/** Takes payouts back that were not handed over. @throws as `changePayouts` */
export const cancelPayouts = (
  actor: Actor,
  { rows: shown, reason }: Values<'cancel'>,
): Promise<BulkOutcome> =>
  changePayouts(actor, shown.keys(), async (number) => {
    if (await isIn(number, 'canceled')) return false;
    await cancelPayoutFor(actor, number, reason);
    return true;
  });

/** Pays again what came back, to each the amount that was shown or nothing. @throws as `changePayouts` */
export const retryPayouts = (actor: Actor, { rows: shown, reason }: Values<'retry'>): Promise<BulkOutcome> =>
  changePayouts(actor, shown.keys(), async (number) => {
    await retryPayout(actor, number, { reason, cents: shown.get(number) ?? 0 });
    return true;
  });
