import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { lockVerifiedAccount } from '#app/domain/core/access/own-account.server.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { acceptDocuments } from '#app/domain/learning/legal/acceptance.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Days before the end of the trial on which its end is announced by mail. */
const noticeDays = 3;

/** What came of asking for the trial: begun now; had before, also if it still runs; or not needed by who is a reseller. */
type TrialOutcome = 'started' | 'used' | 'unneeded';

/** How somebody stands with the trial. */
type TrialState = { kind: 'open' } | { kind: 'running'; endsAt: Date } | { kind: 'used' | 'unneeded' };

/** Tells whether a viewer may still begin the trial. One query. */
export async function findTrialState(viewer: Pick<Viewer, 'id' | 'role'>): Promise<TrialState> {
  const { trialEndsAt } = await prisma().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { trialEndsAt: true },
  });
  if (trialEndsAt && trialEndsAt > now()) return { kind: 'running', endsAt: trialEndsAt };
  if (trialEndsAt) return { kind: 'used' };
  return { kind: isReseller(viewer) ? 'unneeded' : 'open' };
}

const isReseller = ({ role }: Pick<Viewer, 'role'>) => role === 'reseller' || role === 'pro_reseller';

/**
 * Makes somebody a reseller for the days of the trial, without a card, once (P23). They accept the affiliate agreement as it is now. What they
 * were before they are again when it has run out.
 * @throws {Refusal} not_allowed while their address is not verified
 */
export async function startResellerTrial(viewer: Viewer): Promise<TrialOutcome> {
  return transaction(async (tx) => {
    const holder = { userId: viewer.id, sessionId: viewer.sessionId };
    await lockVerifiedAccount(tx, holder, 'to start the trial');
    const trialStartedAt = now();
    const { trialDays } = siteSettings().programme;
    const trialEndsAt = new Date(trialStartedAt.getTime() + trialDays * dayMs);
    const { count } = await tx.db.user.updateMany({
      where: { id: viewer.id, trialStartedAt: null, role: { notIn: ['reseller', 'pro_reseller'] } },
      data: { trialStartedAt, trialEndsAt },
    });
    if (count === 0) {
      const user = await tx.db.user.findUniqueOrThrow({
        where: { id: viewer.id },
        select: { trialStartedAt: true },
      });
      return user.trialStartedAt ? 'used' : 'unneeded';
    }
    await acceptDocuments(tx, viewer.id, ['affiliate-agreement']);
    await settleRole(tx, viewer.id);
    await recordActivity(tx, { kind: 'reseller_trial_started', userId: viewer.id, actorId: viewer.id });
    await queueMail(tx, viewer.email, 'reseller-trial-started', {
      name: viewer.name,
      days: trialDays,
      endsAt: trialEndsAt,
      centreUrl: `${config().appUrl}/affiliate-centre`,
    });
    return 'started';
  });
}

/** Somebody to be told of the end of their trial. */
interface OnTrial {
  email: string;
  name: string;
  endsAt: Date;
  /** They are a reseller by something else meanwhile: the end takes nothing from them. */
  staysReseller: boolean;
  isAffiliate: boolean;
}

/** What is read of each in the statement that writes down that they are told. */
const told =
  () => Prisma.sql`email, name, trial_ends_at AS "endsAt", assigned_role <> 'member' AS "isAffiliate",
  ${entitledSql(Prisma.sql`users.id`, 'reseller')} AS "staysReseller"`;

/**
 * Tells those whose trial ends within three days that it does, and those whose trial has ended that it has, once each; not those who
 * are resellers by something else meanwhile. The worker calls it. Safe to repeat.
 */
export async function announceTrialEnds(): Promise<void> {
  const limit = new Date(now().getTime() + noticeDays * dayMs);
  const { appUrl } = config();
  const offerUrl = `${appUrl}/reseller-checkout`;
  await transaction(async (tx) => {
    const ending = await tx.db.$queryRaw<OnTrial[]>`
      UPDATE users SET trial_end_mailed_at = ${now()}
      WHERE trial_ends_at > ${now()} AND trial_ends_at <= ${limit} AND trial_end_mailed_at IS NULL AND status = 'active'
      RETURNING ${told()}`;
    for (const { email, name, endsAt, staysReseller } of ending)
      if (!staysReseller) await queueMail(tx, email, 'reseller-trial-ending', { name, endsAt, offerUrl });
    const ended = await tx.db.$queryRaw<OnTrial[]>`
      UPDATE users SET trial_ended_mailed_at = ${now()}
      WHERE trial_ends_at <= ${now()} AND trial_ended_mailed_at IS NULL AND status = 'active'
      RETURNING ${told()}`;
    for (const { email, name, endsAt: endedAt, staysReseller, isAffiliate } of ended) {
      if (staysReseller) continue;
      const centreUrl = `${appUrl}/affiliate-centre`;
      await queueMail(tx, email, 'reseller-trial-ended', { name, endedAt, isAffiliate, centreUrl, offerUrl });
    }
  });
}
