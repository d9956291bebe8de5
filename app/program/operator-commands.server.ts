import { writeFile } from 'node:fs/promises';
import type { AdminLevel } from '#app/domain/core/access/admin-policy.ts';
import { type Audited, commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { allProducts, formatMoney, isFree } from '#app/domain/core/catalogue/products.ts';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type NumberUnit, notWhole, readNumber } from '#app/domain/core/values/typed-number.ts';
import { toolBoxReport } from '#app/domain/learning/tool-boxes/tool-boxes.server.ts';
import { reckonCourseStandings } from '#app/domain/operating/analytics/course-standings.server.ts';
import { rebuildFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { reckonStandings } from '#app/domain/operating/analytics/standings.server.ts';
import { encryptAgain } from '#app/domain/operating/operations/encrypt-again.server.ts';
import {
  dismissFailedJob,
  retryFailedJob,
  retryFailedMail,
} from '#app/domain/operating/operations/failed-work.server.ts';
import { appointAdmin, dismissAdmin, resetAdmin } from '#app/domain/operating/users/admins.server.ts';
import { rotateSigningKeys } from '#app/domain/people/auth-api/signing-keys.server.ts';
import {
  endPromotionCode,
  makePromotionCode,
} from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { findAffiliateByEmail } from '#app/domain/programme/affiliates/tools.server.ts';
import {
  adjustAccount,
  decideHeld,
  listHeldCommissions,
} from '#app/domain/programme/commissions/decisions.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { closingDecisions, decideClosing } from '#app/domain/programme/payouts/closing-decisions.server.ts';
import { leavingActions, listLeaving } from '#app/domain/programme/payouts/closing-desk.server.ts';
import { settleClosings } from '#app/domain/programme/payouts/closings.server.ts';
import {
  cancelPayout,
  listOpenPayouts,
  markPaidByHand,
} from '#app/domain/programme/payouts/manual-payouts.server.ts';
import { gatherLastPayouts, gatherPayouts } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { listOpenBatches, sendAgain } from '#app/domain/programme/payouts/refusals.server.ts';
import { exportInto } from '#app/domain/publishing/export.server.ts';
import {
  acceptRefundRequest,
  declineRefundRequest,
  listRefundRequests,
} from '#app/domain/selling/billing/refund-answers.server.ts';
import { gatherEvidence } from '#app/domain/selling/disputes/evidence.server.ts';
import { evidencePage } from '#app/domain/selling/disputes/evidence-page.server.ts';
import {
  leaveFailedRefund,
  listFailedRefunds,
  resolveFailedRefund,
} from '#app/domain/selling/payment-events/failed-refunds.server.ts';
import { reapplyEvent } from '#app/domain/selling/payment-events/reapply.server.ts';
import { checkMailbox } from '#app/domain/talk/support/mailbox-reading.server.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { config } from '#app/platform/config.server.ts';
import { disconnectDatabase, prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { providers } from '#app/platform/payments/payments.server.ts';
import { isProvider, type PaymentProvider, providerNames } from '#app/platform/payments/port.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';
import { stopIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { importCommands } from '#app/program/import-commands.server.ts';
import { mails } from '#app/program/mails.ts';
import { operatorHelp } from '#app/program/operator-usage.ts';
import { startWorker } from '#app/program/worker.server.ts';

function providerNamed(name: string): PaymentProvider {
  if (isProvider(name)) return name;
  throw new Refusal('invalid', `Say the provider first: ${providerNames.join(' or ')}.`);
}

function levelNamed(name: string): AdminLevel {
  if (name === 'owner' || name === 'manager' || name === 'support') return name;
  throw new Refusal('invalid', 'Say the level after the address: owner, manager or support.');
}

/** A whole number as it was typed at the command line. @throws {Refusal} that names it */
function wholeIn(argument: string, unit: NumberUnit = 'number'): number {
  const { value, problem } = readNumber(argument, { unit });
  const wrong = problem ?? notWhole(argument, value ?? 0);
  if (value === null || wrong !== null) throw new Refusal('invalid', wrong ?? 'Type a number.');
  return value;
}

/** Has the audit log say what was done at the command line, in the transaction of it. */
const recorded = (audited: Audited) => (tx: Transaction) => recordAudit(tx, commandLine, audited);

const setupSite = () => ({ name: config().brandName, url: config().appUrl });

/** All that is sold, as providers are asked to sell it. */
const soldProducts = () =>
  allProducts()
    .filter((product) => !isFree(product))
    .map(soldProduct);

/** The sandbox has what is sold made by itself, and is reached from the site's own processes alone. @throws {Refusal} */
function refuseSandbox(): void {
  if (config().payments !== 'sandbox') return;
  throw new Refusal(
    'invalid',
    'Payments go to the sandbox, which needs nothing made or checked. Set the keys first: docs/payments.md tells how.',
  );
}

/** What an operator can ask for at the command line (operator-usage.ts); docs/running.md says when. Each answers in words. */
export const commands: Record<string, (...args: string[]) => Promise<string>> = {
  help: async () => operatorHelp(),
  async 'retry-job'(id = '') {
    await retryFailedJob(id);
    return 'The job is queued again.';
  },
  async 'dismiss-job'(id = '') {
    await dismissFailedJob(id);
    return 'The job is off the list.';
  },
  async 'retry-mail'(id = '') {
    await retryFailedMail(id);
    return 'The email is queued again.';
  },
  async 'reapply-event'(provider = '', eventId = '') {
    return `The event was applied again: ${await reapplyEvent({ provider: providerNamed(provider), eventId })}`;
  },
  async 'resolve-refund'(provider = '', refundId = '') {
    await resolveFailedRefund({ provider: providerNamed(provider), refundId });
    return 'The refund is off the list.';
  },
  async 'failed-refunds'() {
    const refunds = await listFailedRefunds();
    if (refunds.length === 0) return 'No refund has failed.';
    return refunds
      .map(({ provider, providerRefundId, amountCents, currency, settledAt }) =>
        [
          `${provider} ${providerRefundId}: ${formatMoney(amountCents, currency)}`,
          settledAt
            ? `, taken off the list on ${settledAt.toISOString().slice(0, 10)}, and its payment still counts as paid`
            : '',
        ].join(''),
      )
      .join('\n');
  },
  async 'leave-refund'(provider = '', refundId = '') {
    await leaveFailedRefund({ provider: providerNamed(provider), refundId });
    return 'Its payment stays paid.';
  },
  async 'make-admin'(email = '', level = 'owner') {
    const link = await appointAdmin(email, levelNamed(level));
    if (link === null) return 'They are an admin now, and sign in as before.';
    return `They are an admin now. They choose a password here, within the hour: ${link}`;
  },
  async 'reset-admin'(email = '') {
    return `Their sessions have ended. They choose a password here, within the hour: ${await resetAdmin(email)}`;
  },
  'export-content': (folder = 'content') => exportInto(folder),
  async 'rebuild-figures'() {
    await rebuildFigures();
    await reckonStandings();
    await reckonCourseStandings();
    return 'The figures of /admin/analytics are made anew.';
  },
  async 'dismiss-admin'(email = '') {
    await dismissAdmin(email);
    return 'They are no admin any more.';
  },
  async 'make-code'(email = '', code = '', percent = '0') {
    const affiliateId = await findAffiliateByEmail(email);
    if (!affiliateId)
      throw new Refusal('not_found', `Nobody who takes part in the program has the address ${email}.`);
    await makePromotionCode({ affiliateId, code, percentOff: wholeIn(percent, 'percent'), actorId: null });
    return `The code ${code.toUpperCase()} takes ${wholeIn(percent, 'percent')}% off the first payment.`;
  },
  async 'end-code'(code = '') {
    await endPromotionCode(code, 'operator');
    return `The code ${code.toUpperCase()} is taken no more.`;
  },
  async 'refund-requests'() {
    const { rows: waiting } = await listRefundRequests(null, 100);
    if (waiting.length === 0) return 'No refund request waits for an answer.';
    return waiting
      .map(({ id, email, productName, amountCents, currency, paidAt, requestedAt, reason, ...gift }) =>
        [
          `${id}  ${formatMoney(amountCents, currency)}  ${email}`,
          `  ${productName}, paid ${paidAt.toISOString().slice(0, 10)}, asked for ${requestedAt.toISOString().slice(0, 10)}`,
          ...(gift.isGift ? [`  Redeemed: ${gift.giftRedeemedAt?.toISOString().slice(0, 10) ?? 'no'}`] : []),
          ...(reason ? [`  ${reason.replaceAll('\n', ' ')}`] : []),
        ].join('\n'),
      )
      .join('\n');
  },
  async 'accept-refund'(id = '') {
    const subject = { type: 'refund_request', id } as const;
    await acceptRefundRequest(id, { record: recorded({ action: 'refund_request_accepted', subject }) });
    return 'The refund is being made. The payer is mailed once the provider has taken it up.';
  },
  async 'decline-refund'(id = '', ...words: string[]) {
    const subject = { type: 'refund_request', id } as const;
    await declineRefundRequest(id, words.join(' '), {
      record: recorded({ action: 'refund_request_declined', subject }),
    });
    return 'The request is declined, and the payer is mailed your words.';
  },
  async payouts() {
    const open = await listOpenPayouts();
    return open.length === 0
      ? 'No payout is open.'
      : open
          .map(
            (payout) =>
              `${payout.number}  ${formatMoney(payout.amountCents, payout.currency)}  ${payout.email}  ${payout.state}`,
          )
          .join('\n');
  },
  async 'gather-payouts'() {
    const { payouts, cents } = await gatherPayouts((tx, batch) =>
      recordAudit(tx, commandLine, { action: 'payouts_gathered', after: { ...batch } }),
    );
    return `${payouts} payouts of ${formatMoney(cents)} in all were gathered; the site sends them.`;
  },
  async 'payout-batches'() {
    const open = await listOpenBatches();
    return open.length === 0
      ? 'No batch of payouts is open.'
      : open
          .map(
            ({ id, createdAt, payouts, cents, state, why }) =>
              `${id}  ${createdAt.toISOString().slice(0, 10)}  ${payouts} of ${formatMoney(cents)}  ${state}${why ? `  ${why}` : ''}`,
          )
          .join('\n');
  },
  async 'send-batch-again'(id = '') {
    const subject = { type: 'payout_batch', id } as const;
    await sendAgain(id, recorded({ action: 'payouts_sent_again', subject }));
    return 'The batch is sent again.';
  },
  async 'mark-payout-paid'(number = '', ...reference) {
    const subject = { type: 'payout', id: number } as const;
    const record = recorded({ action: 'payout_marked_paid', subject, reason: reference.join(' ') });
    await markPaidByHand(wholeIn(number), reference.join(' '), { record });
    return 'The payout is marked paid.';
  },
  async 'cancel-payout'(number = '') {
    const subject = { type: 'payout', id: number } as const;
    await cancelPayout(wholeIn(number), { record: recorded({ action: 'payout_canceled', subject }) });
    return 'The payout is canceled, and its money is in the balance again.';
  },
  async 'leaving-affiliates'() {
    const { rows } = await listLeaving('all', null, 1_000);
    if (rows.length === 0) return 'Nothing is owed to anybody who has left.';
    return rows
      .map(
        ({ id, userId, cause, approvedCents, laterCents, isHeld, payoutEmail, startedAt }) =>
          `${id}  ${userId}  ${cause} since ${startedAt.toISOString().slice(0, 10)}  ${formatMoney(approvedCents)} approved, ${formatMoney(laterCents)} waiting  ${isHeld ? 'on hold' : (payoutEmail ?? 'no address')}`,
      )
      .join('\n');
  },
  async 'gather-last-payouts'() {
    await settleClosings();
    const { payouts, cents } = await gatherLastPayouts();
    return `${payouts} last payouts of ${formatMoney(cents)} in all were gathered; the site sends them.`;
  },
  async 'decide-leaving'(id = '', decision = '', ...reason) {
    const decided = closingDecisions.find((one) => one === decision.replace('-', '_'));
    if (!decided) throw new Refusal('invalid', 'Say the id, pay, withhold or write-off, and why.');
    const words = reason.join(' ');
    const action = leavingActions[decided];
    const record = recorded({ action, subject: { type: 'affiliate_closing', id }, reason: words });
    await decideClosing(id, decided, words, { record });
    return decided === 'pay' ? 'The money is released.' : 'The money is written off.';
  },
  async 'held-commissions'() {
    const heldCommissions = await listHeldCommissions();
    return heldCommissions.length === 0
      ? 'No commission is under review.'
      : heldCommissions
          .map(
            ({ paymentId, referrerId, cents, rules }) =>
              `${paymentId} ${referrerId}  ${formatMoney(cents)}  ${rules.map(({ words }) => words).join('; ')}`,
          )
          .join('\n');
  },
  async 'decide-commission'(paymentId = '', referrerId = '', decision = '', ...note) {
    if (decision !== 'released' && decision !== 'rejected')
      throw new Refusal('invalid', 'Say the payment, the affiliate, released or rejected, and why.');
    const action = decision === 'released' ? 'commission_released' : 'commission_rejected';
    const record = recorded({
      action,
      subject: { type: 'user', id: referrerId },
      after: { payment: paymentId },
      reason: note.join(' '),
    });
    await decideHeld({ paymentId, referrerId }, decision, note.join(' '), { record });
    return `The commission is ${decision}.`;
  },
  async 'adjust-commissions'(userId = '', cents = '', key = '', ...reason) {
    const record = recorded({
      action: 'adjustment_made',
      subject: { type: 'user', id: userId },
      after: { cents },
      reason: reason.join(' '),
      // The same key is one adjustment, however often it is sent.
      formKey: `adjustment:${key}`,
    });
    await adjustAccount({ userId, cents: wholeIn(cents), key, reason: reason.join(' ') }, { record });
    return 'The account is adjusted.';
  },
  async 'rotate-signing-keys'(option = '') {
    if (option !== '' && option !== '--compromised')
      throw new Refusal('invalid', 'The only option is --compromised: it ends every access token at once.');
    const id = await rotateSigningKeys({ isCompromised: option !== '' });
    return option === ''
      ? `The key ${id} is published now and signs in a quarter of an hour.`
      : `The key ${id} signs now. All access tokens from before are refused; apps get new ones with their refresh tokens.`;
  },
  async 'encrypt-again'() {
    const { again, present, closed } = await encryptAgain();
    const words = `${again} encrypted again, ${present} were already under the present secret.`;
    if (closed === 0) return words;
    throw new Refusal('invalid', `${words} ${closed} do not open under any secret that is set.`);
  },
  async 'prove-ledger'() {
    const { isSound, findings } = await proveLedger();
    if (isSound) return 'The ledger adds up.';
    const lines = findings.map(({ rule, count, examples }) => `${rule}: ${count} (${examples.join(', ')})`);
    throw new Refusal('invalid', ['The ledger does not add up:', ...lines].join('\n'));
  },
  async 'dispute-evidence'(disputeId = '', option = '', file = '') {
    if (option && (option !== '--out' || !file))
      throw new Refusal('invalid', 'Say where it is to be written: --out evidence.html');
    const evidence = await gatherEvidence(prisma(), { providerDisputeId: disputeId });
    if (!evidence) throw new Refusal('not_found', 'No dispute of this id is known.');
    const page = evidencePage(evidence);
    if (!file) return page;
    await writeFile(file, page, { mode: 0o600 });
    return `What is known of the case stands in ${file}. It holds personal data.`;
  },
  async boxes(what = '') {
    return toolBoxReport(what);
  },
  async 'forget-pages'(path = '') {
    await announce('pages', path);
    return path ? `Every process forgets the page ${path}.` : 'Every process forgets the pages it keeps.';
  },
  async 'make-products'() {
    refuseSandbox();
    const settings: string[] = [];
    for (const provider of providers()) {
      const settingValues = await provider.makeProducts(setupSite(), soldProducts());
      settings.push(...Object.entries(settingValues).map(([name, value]) => `${name}=${value}`));
    }
    if (settings.length === 0) return 'All that is sold is there.';
    return ['All that is sold is there. Put this into the settings of the site:', ...settings].join('\n');
  },
  async 'check-providers'() {
    refuseSandbox();
    const problems: string[] = [];
    for (const provider of providers())
      problems.push(...(await provider.findProblems(setupSite(), soldProducts())));
    if (problems.length > 0) throw new Refusal('invalid', problems.join('\n'));
    return 'Keys, prices, plans and webhooks are as the site needs them.';
  },
  'check-mailbox': checkMailbox,
  ...importCommands,
};

/** Does one command, and says what became of it. @throws {Refusal} in words for the operator */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new Refusal(
      'invalid',
      `There is no command "${name}". There are: ${Object.keys(commands).join(', ')}; help tells of each.`,
    );
  return command(...args);
}

/** Does one command in a process of its own, beside the running site, which does the work that it queues. */
export async function operate(words: readonly string[]): Promise<string> {
  const { brandName, operator } = config();
  setMailRenderer(createMailRenderer(mails, { brandName, operator }));
  await startWorker(false);
  await Promise.all([loadSettings(), loadCatalogue()]);
  try {
    return await runCommand(words);
  } finally {
    await stopJobs();
    await stopIsolated();
    await disconnectDatabase();
  }
}
