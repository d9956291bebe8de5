import type { Tasks } from '#stand-ins/sandbox/agenda.ts';
import { dispute } from '#stand-ins/sandbox/stripe/disputes.ts';
import { endAtDate, expireSubscription, trialWillEnd } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { resumeDue } from '#stand-ins/sandbox/stripe/pauses.ts';
import { expireSession } from '#stand-ins/sandbox/stripe/payment.ts';
import { settleRefund } from '#stand-ins/sandbox/stripe/refunds.ts';
import { finalizeDue, renewDue, retryDue } from '#stand-ins/sandbox/stripe/renewal.ts';
import { releaseDue } from '#stand-ins/sandbox/stripe/schedules.ts';

/** What falls due by itself at the sandbox's Stripe. */
export const stripeTasks: Tasks = {
  'stripe.renew': renewDue,
  'stripe.finalize': finalizeDue,
  'stripe.retry': retryDue,
  'stripe.end': endAtDate,
  'stripe.resume': resumeDue,
  'stripe.release-schedule': releaseDue,
  'stripe.trial-will-end': trialWillEnd,
  'stripe.expire-subscription': expireSubscription,
  'stripe.expire-session': expireSession,
  'stripe.settle-refund': settleRefund,
  'stripe.dispute': async (store, charge) => void (await dispute(store, charge)),
  'stripe.inquire': async (store, charge) => void (await dispute(store, charge, { isInquiry: true })),
};
