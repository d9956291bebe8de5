import { deleteOldConversations } from '#app/domain/assistant/conversations.server.ts';
import { deleteOldActivity } from '#app/domain/core/activity/retention.server.ts';
import { deleteOldNotifications } from '#app/domain/core/notifications/list.server.ts';
import { deleteOldAffiliateImports } from '#app/domain/operating/affiliate-imports/receiving.server.ts';
import { deleteOldCalls } from '#app/domain/operating/devops/calls.server.ts';
import { deleteOldDeliveries } from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { deleteOldImports } from '#app/domain/operating/imports/listing.server.ts';
import { deleteOldUnknownPaths } from '#app/domain/operating/old-paths/path-hits.server.ts';
import { deleteExpiredEmailChanges } from '#app/domain/people/accounts/email-change.server.ts';
import { deleteExpiredRecoveries } from '#app/domain/people/accounts/recovery.server.ts';
import { deleteExpiredSignIns } from '#app/domain/people/accounts/second-step.server.ts';
import { deleteEndedSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { deleteExpiredTokens } from '#app/domain/people/accounts/tokens.server.ts';
import { deleteExpiredAuthCodes } from '#app/domain/people/auth-api/auth-codes.server.ts';
import { deleteExpiredFactors } from '#app/domain/people/auth-api/factors.server.ts';
import { rotateOldSigningKeys } from '#app/domain/people/auth-api/signing-keys.server.ts';
import { deleteExpiredFlows } from '#app/domain/people/identities/flows.server.ts';
import { deleteOldExports } from '#app/domain/people/personal-data/export.server.ts';
import { deleteExpiredCeremonies } from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import {
  deleteShownRecoveryCodes,
  hashOldRecoveryCodes,
} from '#app/domain/people/safety/recovery-codes.server.ts';
import { deleteExpiredTrust } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { forgetUserAgents } from '#app/domain/programme/affiliates/clicks.server.ts';
import { deleteOldMissedReferrals } from '#app/domain/programme/affiliates/missed-referrals.server.ts';
import { deleteOldContentImports } from '#app/domain/publishing/exchange/imports.server.ts';
import { deleteOldForeignSubscriptions } from '#app/domain/selling/adoption/adopting.server.ts';
import { deleteOldPayloads } from '#app/domain/selling/payment-events/waiting-events.server.ts';
import { deleteOldRuns } from '#app/domain/selling/reconciliation/runs.server.ts';
import { deleteExpiredInvitations } from '#app/domain/selling/teams/inviting.server.ts';
import { deleteOldTickets } from '#app/domain/talk/support/retention.server.ts';
import { log } from '#app/platform/log.server.ts';
import { deleteOldMail } from '#app/platform/mail/delivery.server.ts';
import { deleteExpiredRateLimits } from '#app/platform/rate-limit.server.ts';

type Steps = Readonly<Record<string, () => Promise<unknown>>>;

/** What is deleted or forgotten once its time is over, by what it is. */
const retention: Steps = {
  deleteEndedSessions,
  deleteExpiredTokens,
  deleteExpiredSignIns,
  deleteExpiredCeremonies,
  deleteExpiredEmailChanges,
  deleteExpiredRecoveries,
  deleteExpiredTrust,
  deleteShownRecoveryCodes,
  hashOldRecoveryCodes,
  deleteOldExports,
  deleteExpiredRateLimits,
  deleteExpiredInvitations,
  deleteExpiredAuthCodes,
  deleteExpiredFactors,
  deleteExpiredFlows,
  rotateOldSigningKeys,
  deleteOldMail,
  deleteOldActivity,
  forgetUserAgents,
  deleteOldMissedReferrals,
  deleteOldPayloads,
  deleteOldForeignSubscriptions,
  deleteOldRuns,
  deleteOldConversations,
  deleteOldCalls,
  deleteOldDeliveries,
  deleteOldTickets,
  deleteOldNotifications,
  deleteOldImports,
  deleteOldAffiliateImports,
  deleteOldContentImports,
  deleteOldUnknownPaths,
};

/**
 * Does every step, however many of the others fail.
 * @throws {AggregateError} that names the steps that failed, once the others are done
 */
export async function runEachStep(steps: Steps): Promise<void> {
  const failures: { step: string; error: unknown }[] = [];
  for (const [step, run] of Object.entries(steps))
    try {
      await run();
    } catch (error) {
      log().error({ event: 'retention_failed', step, error: String(error) }, 'a retention step failed');
      failures.push({ step, error });
    }
  if (failures.length > 0)
    throw new AggregateError(
      failures.map(({ error }) => error),
      `Retention steps failed: ${failures.map(({ step }) => step).join(', ')}`,
    );
}

/** The nightly job: deletes what need not be kept any longer. Safe to repeat. */
export const deleteExpired = () => runEachStep(retention);
