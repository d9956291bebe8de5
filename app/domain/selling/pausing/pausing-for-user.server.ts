import { z } from 'zod';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { isId, takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findNamedMembership } from '#app/domain/selling/billing/billing-overview.server.ts';
import { type MembershipState, stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { auditedChange, formKeyField } from '#app/domain/selling/billing/on-behalf.server.ts';
import { pausePressSchema } from '#app/domain/selling/pausing/pause-schema.server.ts';
import {
  type PauseChance,
  pauseMembership,
  planPauseOf,
  resumeMembership,
} from '#app/domain/selling/pausing/pausing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import type { ResumeOutcome } from '#app/platform/payments/port.ts';

export const pauseForUserSchema = pausePressSchema.extend({ reason: reasonField(), key: formKeyField });
export type PauseForUserForm = z.input<typeof pauseForUserSchema>;

/** `due` is what was shown to be taken by resuming, in cents; absent for nothing. */
export const resumeForUserSchema = z.object({
  due: z.coerce.number().pipe(z.int().min(0)).optional(),
  reason: reasonField(),
  key: formKeyField,
});
export type ResumeForUserForm = z.input<typeof resumeForUserSchema>;

/** A user whose membership an admin pauses or resumes. */
interface PausableUser {
  id: string;
  /** Empty for a deleted account. */
  name: string;
  /** The pause that they have; null where there is none. */
  paused: Extract<MembershipState, { kind: 'pausing' | 'paused' }> | null;
  /** What pausing would do; null where they have a pause. */
  chance: PauseChance | null;
}

/** What pausing a user's membership would do, or the pause that they have; null for an unknown user. At most two queries. */
export async function findPausableUser(userId: string): Promise<PausableUser | null> {
  if (!isId(userId)) return null;
  const at = now();
  const user = await findNamedMembership(userId, at);
  if (!user) return null;
  const { name, membership } = user;
  const state = stateOf(membership, at);
  if (state.kind === 'paused' || state.kind === 'pausing')
    return { id: userId, name, paused: state, chance: null };
  return { id: userId, name, paused: null, chance: await planPauseOf(membership, at) };
}

/** Its refusals are worded for the member. */
const wordedForAdmins = (error: unknown): never => {
  if (error instanceof Refusal && error.kind === 'conflict')
    throw new Refusal(
      'conflict',
      'The membership has changed since you opened this page. Check it, then try again.',
    );
  throw error;
};

/**
 * Pauses a user's membership as if they did it themselves; false when it is paused, or to be, already.
 * @throws {Refusal} not_allowed; not_found; conflict where it cannot be paused; unavailable
 * @throws {ConfirmationNeeded}
 */
export async function pauseForUser(
  actor: Actor,
  userId: string,
  { months, from, reason, key }: z.output<typeof pauseForUserSchema>,
): Promise<boolean> {
  // The provider is asked before anything is written: who may not ask it is refused before that.
  const user = await transaction((tx) => takeTarget(tx, actor, 'money:move', userId));
  const audit = auditedChange(actor, userId, {
    asked: 'pause_asked',
    done: 'membership_paused',
    after: { months },
    reason,
    formKey: key,
  });
  return pauseMembership(user, { months, from }, audit).catch(wordedForAdmins);
}

/**
 * Ends a user's pause as if they did it themselves: in a pause their card is charged.
 * @throws {Refusal} not_allowed; not_found; conflict where nothing is paused, or something else would be taken; unavailable
 * @throws {ConfirmationNeeded}
 */
export async function resumeForUser(
  actor: Actor,
  userId: string,
  { due, reason, key }: z.output<typeof resumeForUserSchema>,
): Promise<ResumeOutcome> {
  const user = await transaction((tx) => takeTarget(tx, actor, 'money:move', userId));
  const shownCents = due ?? null;
  const audit = auditedChange(actor, userId, {
    asked: 'resuming_asked',
    done: 'membership_resumed',
    after: { charged_cents: shownCents },
    reason,
    formKey: key,
  });
  return resumeMembership(user, shownCents, audit).catch(wordedForAdmins);
}
