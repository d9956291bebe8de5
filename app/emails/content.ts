import { mailDay as day, mailMoney as money } from '#app/emails/figures.ts';
import { lastPayoutSteps } from '#app/emails/last-payout.ts';
import type { MailedReceipt } from '#app/emails/receipt-block.tsx';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import type { MailTemplate, MailTemplates } from '#app/platform/mail/templates.ts';
import { palette } from '#app/platform/palette.ts';
import {
  countIntervals,
  everyInterval,
  paidPeriodNoun,
  perInterval,
} from '#app/platform/payments/interval-words.ts';

/** What a mail says, before it is HTML or text. */
export interface MailContent {
  subject: string;
  /** What mail programs show beside the subject. */
  preheader?: string;
  /** Stands above the greeting. */
  title?: { eyebrow: string; text: string };
  greeting: string;
  paragraphs: string[];
  /** What is said at length: HTML with inline styles, and the same as text. */
  body?: { html: string; text: string };
  /** The receipt or credit note of what the mail tells of; stands below the button. */
  receipt?: MailedReceipt | null;
  action?: { label: string; url: string };
  /** Said below the button. */
  closing?: string;
  /** A second way on, below that. */
  further?: { text: string; label: string; url: string };
  /** Bulk mail, which one can end by a click: the link and who sends it stand at the foot, the link in the headers too. */
  unsubscribeUrl?: string;
  /** Whom an answer goes to, where that is not the site. */
  replyTo?: string;
  /** What keeps it together with the mails before and after it. */
  threading?: MailTemplates['ticket-answer']['threading'];
}

const hello = (name: string) => (name ? `Hello ${name},` : 'Hello,');

/**
 * What somebody wrote, as they wrote it: each paragraph in the direction of its own script. Outlook for Windows ignores `white-space`,
 * so lines are broken by elements.
 */
const quoted = (message: string) => ({
  html: message
    .split(/\n{2,}/)
    .map((part) => `<p dir="auto" style="margin:0 0 16px">${escapeXml(part).replaceAll('\n', '<br/>')}</p>`)
    .join(''),
  text: message,
});

type Access = Pick<
  MailTemplates['membership-canceled'],
  'accessEndsAt' | 'endsAtOnce' | 'isDisputed' | 'interval'
>;

/** The interval of a mail; one that was queued before mails held it is of a month. */
const intervalOf = (interval: string | null | undefined) => interval ?? 'month';

/** Until when a membership that is canceled is to be used. */
function afterCancellation({ accessEndsAt, endsAtOnce, isDisputed, interval }: Access): string {
  const period = paidPeriodNoun(intervalOf(interval));
  if (endsAtOnce) return `It ends now, because there is no paid ${period} left to use.`;
  const until = accessEndsAt
    ? `until ${day(accessEndsAt)}, your last day`
    : `until the end of the ${period} you have paid for`;
  const kept = 'Your account and your progress are kept after that.';
  return isDisputed
    ? `Your last payment is in dispute, so lessons are closed to you for now. If it is found to be right, everything opens again ${until}. ${kept}`
    : `Everything stays open to you ${until}. ${kept}`;
}

/** That something is over, and what it ended by. */
const whyEnded = (said: string, unpaid: MailTemplates['membership-ended']['unpaid']) =>
  unpaid
    ? `${said}, because we could not collect your last payment of ${money(unpaid.amountCents, unpaid.currency)}. Nothing more is charged to you.`
    : `${said}. Nothing more is charged to you.`;

/** What comes on top of a price, where the receipt beside it shows that something did. */
const taxOnTop = (receipt: MailedReceipt | null, amountCents: number) =>
  receipt && receipt.taxCents > 0 && receipt.totalCents > amountCents ? ' plus tax' : '';

/** A second way on, where there is one. */
const furtherTo = (text: string, label: string, url: string | null): Pick<MailContent, 'further'> =>
  url ? { further: { text, label, url } } : {};

/** “Name”, where there is one to tell. */
const named = (name: string) => (name ? `, “${name}”` : '');

/** What a mail about the safety of an account says; `detail` is empty where it may not be told. */
const securityNotices: Record<
  MailTemplates['security-notice']['event'],
  (detail: string) => Pick<MailContent, 'subject' | 'paragraphs'>
> = {
  second_factor_on: () => ({
    subject: 'Two-step sign-in is on',
    paragraphs: [
      'From now on, signing in takes a second step after your password.',
      'Keep your recovery codes where you can find them without your phone. Each code replaces the second step once.',
    ],
  }),
  second_factor_off: () => ({
    subject: 'Two-step sign-in is off',
    paragraphs: [
      'From now on, your password alone is enough to sign in. Your recovery codes no longer work.',
    ],
  }),
  authenticator_replaced: () => ({
    subject: 'Another authenticator app',
    paragraphs: ['A new authenticator app has replaced the previous one. Only its codes work now.'],
  }),
  recovery_code_used: (left) => ({
    subject: 'A recovery code was used',
    paragraphs: [
      `A recovery code of yours was just used in place of the second step.${left ? ` You have ${left} left.` : ''}`,
      'If you have lost your phone, set up another authenticator app and create new codes.',
    ],
  }),
  recovery_codes_renewed: () => ({
    subject: 'New recovery codes',
    paragraphs: ['New recovery codes were created for your account. The old ones no longer work.'],
  }),
  email_changed: (newEmail) => ({
    subject: 'Your email address has been changed',
    paragraphs: [
      `Your account now has ${newEmail ? `the address ${newEmail}` : 'another address'}. Both addresses confirmed the change. Sign in with the new one from now on.`,
    ],
  }),
  passkey_added: (name) => ({
    subject: 'A passkey was added',
    paragraphs: [
      `Your account has a new passkey${named(name)}. You can sign in with it alone, or use it as the second step after your password.`,
    ],
  }),
  passkey_removed: (name) => ({
    subject: 'A passkey was removed',
    paragraphs: [`Your passkey${named(name)} was removed. It no longer signs you in.`],
  }),
  passkey_copied: (name) => ({
    subject: 'A passkey may have been copied',
    paragraphs: [
      `Somebody just tried to sign in with a passkey of yours${named(name)} whose counter was wrong. That happens when a passkey was copied. They did not get in.`,
      'Please remove this passkey from your account, and add a new one.',
    ],
  }),
  identity_linked: (name) => ({
    subject: `${name || 'Another account'} can sign you in`,
    paragraphs: [
      `Your account is now linked to ${name || 'an account of a sign-in provider'}. You can sign in with it from now on.`,
    ],
  }),
  identity_unlinked: (name) => ({
    subject: `${name || 'An account'} no longer signs you in`,
    paragraphs: [
      `Your account is no longer linked to ${name || 'an account of a sign-in provider'}. Sign in another way from now on.`,
    ],
  }),
  new_device: (device) => ({
    subject: 'A sign-in on a new device',
    paragraphs: [
      `Somebody, hopefully you, just signed in to your account on a new device${device ? `: ${device}` : ''}.`,
    ],
  }),
  refresh_token_reused: (device) => ({
    subject: 'We signed an app out of your account',
    paragraphs: [
      `An app that is signed in to your account${device ? ` (${device})` : ''} sent us an old sign-in token again. That happens when a token was copied, so we signed that app out everywhere. Your other sign-ins go on.`,
      'If you use the app, sign in there again. If you don’t recognize it, choose a new password.',
    ],
  }),
  second_step_failing: () => ({
    subject: 'Somebody may have your password',
    paragraphs: [
      'Somebody entered your correct password several times, but failed the second step. They did not get in.',
      'If that was you mistyping the code, there is nothing to do.',
    ],
  }),
  password_failing: () => ({
    subject: 'Somebody is trying passwords at your account',
    paragraphs: [
      'Somebody entered a wrong password for your account many times today. They did not get in.',
      'If that was you, there is nothing to do. If not, and you use your password on other sites too, choose a new one. Two-step sign-in keeps out even somebody who guesses your password.',
    ],
  }),
};

/** What either address is asked when an account is to have another one. */
const emailChangeWords: Record<
  MailTemplates['email-change']['to'],
  (newEmail: string) => Pick<MailContent, 'paragraphs' | 'closing'>
> = {
  old: (newEmail) => ({
    paragraphs: [
      `Somebody, hopefully you, wants to change the email address of your account${newEmail ? ` to ${newEmail}` : ''}. It changes once both addresses have confirmed.`,
    ],
    closing:
      'The link works for two days. If it was not you, decline the change there and choose a new password: somebody is signed in to your account.',
  }),
  new: () => ({
    paragraphs: ['Somebody, hopefully you, wants to use this address for their account. Is it yours?'],
    closing:
      'The link works for two days. If you did not ask for this, decline it there or ignore this email.',
  }),
  taken: () => ({
    paragraphs: [
      'Somebody, probably you, wanted to use this address for another account. It has an account already, so nothing was changed.',
    ],
  }),
};

/** Why an app has a code mailed. */
const codeReasons: Readonly<Record<MailTemplates['app-code']['purpose'], string>> = {
  verify_email:
    'Somebody, hopefully you, signed up with this address in an app. Type this code there to verify it.',
  reset_password:
    'Somebody, hopefully you, wants to choose a new password in an app. Type this code there to go on.',
  sign_in: 'Somebody, hopefully you, wants to sign in to an app by email. Type this code there.',
  invite: 'You are invited to an account of ours. Type this code in the app that you were told about.',
  reauthenticate: 'An app in which you are signed in wants to be sure that it is you. Type this code there.',
};

const codeActions: Readonly<Record<MailTemplates['app-code']['purpose'], string>> = {
  verify_email: 'Verify my email address',
  reset_password: 'Choose a new password',
  sign_in: 'Sign in',
  invite: 'Accept the invitation',
  reauthenticate: 'Go on',
};

/** How the slow way back without a second factor stands. */
const recoveryStages: Record<
  MailTemplates['second-factor-recovery']['stage'],
  (due: string) => Pick<MailContent, 'subject' | 'paragraphs' | 'closing'>
> = {
  asked: () => ({
    subject: 'Have you lost your second step?',
    paragraphs: [
      'Somebody who knows your password says they have lost the phone and the recovery codes.',
      'If that was you, start the recovery here. It takes three days, so that you have time to stop it if it was not you. The link works for one day.',
    ],
    closing: 'If it was not you, stop it there, and choose a new password: somebody knows yours.',
  }),
  begun: (due) => ({
    subject: 'Two-step sign-in is turned off in three days',
    paragraphs: [
      `From ${due} your password alone is enough to sign in, until you set up a second step again.`,
    ],
    closing:
      'If that was not you, stop it, and choose a new password. A sign-in with the second step stops it too.',
  }),
  soon: (due) => ({
    subject: 'Two-step sign-in is turned off tomorrow',
    paragraphs: [`From ${due} your password alone is enough to sign in. This is the last email before then.`],
    closing: 'If that was not you, stop it, and choose a new password.',
  }),
};

/** How the deletion of an account stands, by the day that it is due. */
const deletionStages: Record<
  MailTemplates['account-deletion']['stage'],
  (due: string, owed: string | null) => Pick<MailContent, 'subject' | 'paragraphs' | 'closing'>
> = {
  asked: (due, owed) => ({
    subject: 'Your account is to be deleted',
    paragraphs: [
      `As you asked, your account is deleted on ${due}, or when what you have paid for has ended, if that is later. Your subscriptions have been canceled.`,
      ...(owed
        ? [
            `We owe you ${owed} in commissions. We pay that first, with your last payout, and delete your account after it has arrived.`,
          ]
        : []),
      'Until then you can sign in and keep your account with one button.',
    ],
    closing: 'If that was not you, sign in, keep the account and choose a new password.',
  }),
  soon: (due, owed) => ({
    subject: owed ? 'Your account is deleted after your last payout' : 'Your account is deleted in two days',
    paragraphs: [
      owed
        ? `We still owe you ${owed} in commissions. Your account is deleted once your last payout has arrived, and not before ${due}, with your progress and everything else that is yours. It cannot be brought back.`
        : `On ${due} your account is deleted, with your progress and everything else that is yours. It cannot be brought back.`,
      'This is our last email about it. If you’ve changed your mind:',
    ],
  }),
  withdrawn: () => ({
    subject: 'Your account stays',
    paragraphs: [
      'Your account is not deleted. What was canceled with it stays canceled, unless you keep that too on your billing page.',
    ],
  }),
};

/** "a, b and c". */
const inAList = (items: readonly string[]): string => new Intl.ListFormat('en-US').format(items);

/** The words of every mail. */
export const mailContents: { [T in MailTemplate]: (data: MailTemplates[T]) => MailContent } = {
  'verify-email': ({ name, verifyUrl }) => ({
    subject: 'Please verify your email address',
    greeting: hello(name),
    paragraphs: ['Thank you for registering. Please confirm that this address is yours:'],
    action: { label: 'Verify my email address', url: verifyUrl },
    closing: 'The link works for three days. If you did not register, you can ignore this email.',
  }),
  'reset-password': ({ name, resetUrl, expiresInMinutes }) => ({
    subject: 'Choose a new password',
    greeting: hello(name),
    paragraphs: ['Somebody, hopefully you, asked for a new password. Choose one here:'],
    action: { label: 'Choose a new password', url: resetUrl },
    closing: `The link works once, for ${expiresInMinutes} minutes. If you did not ask for it, ignore this email: your password stays as it is.`,
  }),
  'sign-in-link': ({ name, signInUrl, expiresInMinutes }) => ({
    subject: 'Your link to sign in',
    greeting: hello(name),
    paragraphs: ['Somebody, hopefully you, wants to sign in to your account by email. Use this link:'],
    action: { label: 'Sign in', url: signInUrl },
    closing: `The link works once, for ${expiresInMinutes} minutes. If you did not ask for it, ignore this email, and give the link to nobody.`,
  }),
  'app-code': ({ name, purpose, code, url, expiresInMinutes }) => ({
    subject: `${code} is your code`,
    greeting: hello(name),
    paragraphs: [
      codeReasons[purpose],
      `Your code: ${code}`,
      ...(url ? ['Or use this link, which does the same:'] : []),
    ],
    ...(url ? { action: { label: codeActions[purpose], url } } : {}),
    closing: `${url ? 'Code and link work' : 'The code works'} once, for ${expiresInMinutes === 1440 ? 'a day' : `${expiresInMinutes} minutes`}. If you did not ask for this, ignore this email, and give the code to nobody.`,
  }),
  'password-changed': ({ name, resetUrl, revokedKeys, canceledChanges }) => ({
    subject: 'Your password has been changed',
    greeting: hello(name),
    paragraphs: [
      'The password of your account has just been changed, and other devices have been signed out.',
      ...(revokedKeys > 0
        ? [
            `${revokedKeys === 1 ? 'Your API key was' : `Your ${revokedKeys} API keys were`} revoked with it. Scripts that use ${revokedKeys === 1 ? 'it' : 'them'} need a new key.`,
          ]
        : []),
      ...(canceledChanges.length > 0
        ? [
            `To be safe we also canceled ${inAList(canceledChanges)}, which you can start again while signed in.`,
          ]
        : []),
      'If that was not you, choose a new password at once:',
    ],
    action: { label: 'Reset my password', url: resetUrl },
  }),
  'access-revoked': ({ name, revoked, resetUrl, expiresInMinutes, securityUrl }) => ({
    subject: 'Your email address is verified. We removed earlier access to your account',
    greeting: hello(name),
    paragraphs: [
      'You have just shown that this email address is yours. Until then nobody had, and anyone could have signed up with it.',
      `To make sure that only you can use the account, we removed what was set up before: ${inAList(revoked)}.`,
      resetUrl
        ? `Choose a new password now. The link works once, for ${expiresInMinutes} minutes; later, use “Forgot your password?” on the sign-in page.`
        : 'If you set this up yourself, you can set it up again on your security page.',
    ],
    action: resetUrl
      ? { label: 'Choose a password', url: resetUrl }
      : { label: 'Open your security page', url: securityUrl },
    ...(resetUrl
      ? { closing: `If you set these up yourself, you can set them up again: ${securityUrl}` }
      : {}),
  }),
  'security-notice': ({ name, event, detail, securityUrl, resetUrl }) => ({
    ...securityNotices[event](detail ?? ''),
    greeting: hello(name),
    action: { label: 'Look at your security page', url: securityUrl },
    closing: `If that was not you, choose a new password at once: ${resetUrl}`,
  }),
  'data-export-ready': ({ name, dataUrl, days }) => ({
    subject: 'Your data is ready',
    greeting: hello(name),
    paragraphs: [
      `The copy of your data that you asked for is ready. It can be downloaded for ${days} days, by you alone:`,
    ],
    action: { label: 'Download your data', url: dataUrl },
    closing: 'If you did not ask for it, somebody else is signed in to your account: choose a new password.',
  }),
  'account-deletion': ({ name, stage, dueAt, owedCents, currency, dataUrl }) => ({
    ...deletionStages[stage](day(dueAt), owedCents > 0 ? money(owedCents, currency) : null),
    greeting: hello(name),
    action: { label: stage === 'withdrawn' ? 'See your data' : 'Keep my account', url: dataUrl },
  }),
  'email-change': ({ name, to, newEmail, url, code }) => ({
    subject: to === 'taken' ? 'You already have an account' : 'Please confirm your new email address',
    greeting: hello(name),
    ...emailChangeWords[to](newEmail),
    ...(code
      ? { paragraphs: [...emailChangeWords[to](newEmail).paragraphs, `In the app, type this code: ${code}`] }
      : {}),
    action: { label: to === 'taken' ? 'Sign in' : 'Confirm or decline', url },
  }),
  'second-factor-recovery': ({ name, stage, dueAt, url }) => ({
    greeting: hello(name),
    ...recoveryStages[stage](dueAt ? day(dueAt) : ''),
    action: { label: stage === 'asked' ? 'Start or stop the recovery' : 'Stop the recovery', url },
  }),
  'already-registered': ({ name, signInUrl, resetUrl }) => ({
    subject: 'You already have an account',
    greeting: hello(name),
    paragraphs: [
      'Somebody, probably you, tried to register with this address, which already has an account. You can simply sign in:',
    ],
    action: { label: 'Sign in', url: signInUrl },
    closing: `If you have forgotten your password, choose a new one: ${resetUrl}`,
  }),
  invitation: ({ name, acceptUrl, termsUrl, days }) => ({
    subject: 'You are invited',
    greeting: hello(name),
    paragraphs: [
      `An account has been made for you. Choose a password to sign in. The link works once, for ${days} days.`,
      'If you did not expect this, do nothing: without a password nobody can use the account.',
    ],
    action: { label: 'Choose a password', url: acceptUrl },
    further: { text: 'By choosing one you accept the', label: 'terms and the privacy policy', url: termsUrl },
  }),
  'address-changed': ({ name, supportUrl }) => ({
    subject: 'Your email address was changed',
    greeting: hello(name),
    paragraphs: [
      'The address of your account was changed by our support team, and this one no longer works for signing in. You have been signed out everywhere.',
      'If you did not ask for this, contact us at once.',
    ],
    action: { label: 'Contact support', url: supportUrl },
  }),
  'membership-started': ({ name, amountCents, currency, guarantee, upgradedFrom, ...rest }) => ({
    receipt: rest.receipt,
    subject: upgradedFrom
      ? 'You have upgraded: your membership is active'
      : 'Welcome: your membership is active',
    greeting: hello(name),
    paragraphs: [
      ...(upgradedFrom
        ? [
            `You had “${upgradedFrom}”, and now you have all the rest: every course, guide and playbook. What you bought stays yours, also should you leave one day.`,
          ]
        : []),
      `Your membership is active. It costs ${money(amountCents, currency)}${taxOnTop(rest.receipt, amountCents)} ${perInterval(intervalOf(rest.interval))}, and renews ${everyInterval(intervalOf(rest.interval))} until you cancel it.`,
      ...(guarantee ? [`Not what you hoped for? ${guarantee}`] : []),
    ],
    action: { label: 'Open your dashboard', url: rest.openUrl },
    // How to cancel is told with the welcome: several laws on subscriptions ask for it (P51).
    ...furtherTo(
      'You can cancel at any time, with one button and no call to make. What you have paid for stays open to you.',
      'Cancel the membership',
      rest.cancelUrl,
    ),
  }),
  'trial-ending': ({ name, title, amountCents, currency, interval, hasTaxOnTop, trialEndsAt, ...urls }) => ({
    subject: `Your trial ends on ${day(trialEndsAt)}`,
    greeting: hello(name),
    paragraphs: [
      `Your trial of “${title}” ends on ${day(trialEndsAt)}. On that day we take ${money(amountCents, currency)}${hasTaxOnTop ? ' plus tax' : ''} from your card, and then the same every ${interval.replace(/^\d+ \w+/, '$&s')} until you cancel.`,
      'If you would like to go on, there is nothing to do. If not, cancel before that day, and nothing is taken.',
    ],
    action: { label: 'Open your billing page', url: urls.billingUrl },
    further: {
      text: 'You can cancel at any time, with one button and no call to make.',
      label: 'Cancel',
      url: urls.cancelUrl,
    },
  }),
  'payment-failed': ({ name, noun, openUntil, isFirst, isLast, isCard, mendUrl, ...due }) => {
    const amount = `${money(due.amountCents, due.currency)}${due.hasTaxOnTop ? ' plus tax' : ''}`;
    return {
      subject: isFirst
        ? 'Your payment did not go through'
        : isLast
          ? `Last reminder: your ${noun} ends on ${day(openUntil)}`
          : `Your payment is still missing: open until ${day(openUntil)}`,
      greeting: hello(name),
      paragraphs: [
        isFirst
          ? `We could not collect ${amount} for your ${noun}. You keep everything until ${day(openUntil)}, and the payment is tried again until then.`
          : `We still could not collect ${amount} for your ${noun}. You keep everything until ${day(openUntil)}. If the payment has not come by then, it ends, and nothing more is charged.`,
        isCard
          ? 'Has your card expired, or would you rather use another? It takes a minute:'
          : 'Please check at PayPal that the card or account you pay with is still valid, and choose another if not:',
      ],
      action: { label: isCard ? 'Use another card' : 'Check the payment', url: mendUrl },
      closing:
        'Once the payment has gone through, you get no more emails about it. If you have already fixed it, ignore this email.',
    };
  },
  'renewal-notice': ({ name, noun, reason, interval, chargedAt, isCard, ...told }) => {
    const priceOf = (cents: number) => money(cents, told.currency);
    const amount = `${priceOf(told.amountCents)}${told.hasTaxOnTop ? ' plus tax' : ''}`;
    const on = day(chargedAt);
    const every = `every ${interval.replace(/^\d+ \w+/, '$&s')}`;
    const from = isCard ? 'from your card' : 'by PayPal';
    const was = told.previousCents === null ? '' : `, in place of ${priceOf(told.previousCents)} until now`;
    const said = {
      free_months_end: [
        `Your free months end on ${on}`,
        `Your free months of ${noun} end on ${on}. On that day we take ${amount} ${from}, for the first time, and then the same ${every} until you cancel.`,
      ],
      price_changed: [
        `Your ${noun} costs ${priceOf(told.amountCents)} from ${on}`,
        `From ${on} your ${noun} costs ${amount} ${every}${was}. It is taken ${from} on that day.`,
      ],
      yearly: [
        `Your ${noun} renews on ${on}`,
        `Your ${noun} renews on ${on}. On that day we take ${amount} ${from}, and then the same ${every} until you cancel.`,
      ],
    }[reason];
    const [subject = '', first = ''] = said;
    return {
      subject,
      greeting: hello(name),
      paragraphs: [
        first,
        'If you would like to go on, there is nothing to do. If not, cancel before that day, and nothing is taken.',
      ],
      action: { label: 'Open your billing page', url: told.billingUrl },
      ...furtherTo(
        'You can cancel at any time, with one button and no call to make.',
        'Cancel',
        told.cancelUrl,
      ),
    };
  },
  'card-expiring': ({ name, noun, brand, last4, goodUntil, mendUrl }) => ({
    subject: `Your card ending in ${last4} expires on ${day(goodUntil)}`,
    greeting: hello(name),
    paragraphs: [
      `Your ${noun} is paid by the ${brand} ending in ${last4}, which is good until ${day(goodUntil)}. Payments after that day would not go through.`,
      'Do you have a new card? Replacing the old one takes a minute:',
    ],
    action: { label: 'Use another card', url: mendUrl },
    closing:
      'Many banks send us the new card details automatically. If yours has, or you have replaced the card already, there is nothing to do.',
  }),
  'purchase-denied': ({ name, title, amountCents, currency, againUrl }) => ({
    subject: 'Your payment did not go through',
    greeting: hello(name),
    paragraphs: [
      `Your payment of ${money(amountCents, currency)} for ${title} was still being checked, and has now been denied. You have not been charged, and the purchase was canceled.`,
      'You can buy it again at any time, with another payment method.',
    ],
    action: { label: 'Try again', url: againUrl },
  }),
  'membership-canceled': ({ name, isAskedHere, canBeKept, billingUrl, ...access }) => ({
    subject: 'Your membership is canceled',
    greeting: hello(name),
    paragraphs: [
      `${isAskedHere ? 'As you asked, we have canceled your membership.' : 'Your membership has been canceled.'} No further payment is taken.`,
      afterCancellation(access),
    ],
    action: { label: 'Open your billing page', url: billingUrl },
    closing: canBeKept
      ? 'Changed your mind? Until your last day you can keep your membership there, with one button.'
      : 'You can join again at any time after that.',
  }),
  'subscription-kept': ({ name, noun, amountCents, currency, interval, nextPaymentAt, billingUrl }) => ({
    subject: `Your ${noun} goes on`,
    greeting: hello(name),
    paragraphs: [
      `As you asked, your ${noun} is no longer canceled. It renews ${everyInterval(intervalOf(interval))} until you cancel it.`,
      nextPaymentAt
        ? `The next payment of ${money(amountCents, currency)} is due on ${day(nextPaymentAt)}.`
        : `The next payment is ${money(amountCents, currency)}.`,
    ],
    action: { label: 'Open your billing page', url: billingUrl },
  }),
  'membership-ended': ({ name, unpaid, againUrl }) => ({
    subject: 'Your membership has ended',
    greeting: hello(name),
    paragraphs: [
      `${whyEnded('Your membership has ended', unpaid)} You can no longer open lessons.`,
      'Your account and your progress are kept, and you are welcome back at any time:',
    ],
    action: { label: 'Join again', url: againUrl },
  }),
  'ebook-bought': ({ name, title, amountCents, currency, guarantee, openUrl, receipt }) => ({
    receipt,
    subject: `Your ebook: ${title}`,
    greeting: hello(name),
    paragraphs: [
      amountCents > 0
        ? `We have received your payment of ${money(amountCents, currency)}. It was taken once, and nothing more follows.`
        : 'It was free of charge, and no payment follows.',
      'The book is yours to download as PDF and EPUB, as often as you like:',
    ],
    action: { label: 'Open the ebook', url: openUrl },
    ...(guarantee ? { closing: `Not what you hoped for? ${guarantee}` } : {}),
  }),
  'reseller-joined': ({ name, amountCents, currency, openUrl, receipt }) => ({
    receipt,
    subject: 'Welcome to the reseller program',
    greeting: hello(name),
    paragraphs: [
      `We have received your payment of ${money(amountCents, currency)}. It was taken once, and nothing more follows by itself.`,
      'You are a reseller from now on: your share counts for payments made through your link while your own membership is active.',
      'Your link, your commissions and the marketing materials are in the affiliate center:',
    ],
    action: { label: 'Open the affiliate center', url: openUrl },
    closing:
      'The money-back guarantee does not cover this fee, apart from rights that the law gives you and charges made in error.',
  }),
  'reseller-pro-started': ({ name, amountCents, currency, openUrl, cancelUrl, receipt, ...rest }) => ({
    receipt,
    subject: 'Reseller PRO is active',
    greeting: hello(name),
    paragraphs: [
      rest.freeIntervals > 0
        ? `Reseller PRO is yours. The first ${countIntervals(rest.freeIntervals, intervalOf(rest.interval))} are free: nothing was taken today. After that it is ${money(amountCents, currency)} ${perInterval(intervalOf(rest.interval))}, until you cancel. If you cancel before the free time ends, nothing is ever charged.`
        : `Reseller PRO is yours. It costs ${money(amountCents, currency)}${taxOnTop(receipt, amountCents)} ${perInterval(intervalOf(rest.interval))}, until you cancel. A cancellation takes effect at the end of the ${paidPeriodNoun(intervalOf(rest.interval))} you paid for.`,
      'From now on your link sells the reseller program as well:',
    ],
    action: { label: 'Open the affiliate center', url: openUrl },
    ...furtherTo('Not for you after all?', 'Cancel here', cancelUrl),
  }),
  'reseller-pro-canceled': ({
    name,
    isAskedHere,
    accessEndsAt,
    endsAtOnce,
    canBeKept,
    isDisputed,
    billingUrl,
    interval,
  }) => ({
    subject: 'Reseller PRO is canceled',
    greeting: hello(name),
    paragraphs: [
      `${isAskedHere ? 'As you asked, we have canceled Reseller PRO.' : 'Reseller PRO has been canceled.'} No further payment is taken for it.`,
      endsAtOnce
        ? `It ends now, because there is no paid ${paidPeriodNoun(intervalOf(interval))} left to use.`
        : `${isDisputed ? 'Its last payment is in dispute, so it gives nothing for now. If that is found to be right, PRO is yours again' : 'It is yours'} until ${accessEndsAt ? `${day(accessEndsAt)}, your last day` : `the end of the ${paidPeriodNoun(intervalOf(interval))} you have paid for`}.`,
      'Nothing else changes: you stay a reseller, and what you have earned stays yours.',
    ],
    action: { label: 'See your billing', url: billingUrl },
    ...(canBeKept
      ? { closing: 'Changed your mind? Until your last day you can keep it there, with one button.' }
      : {}),
  }),
  'reseller-pro-ending': ({ name, endsAt, canBeKept, billingUrl }) => ({
    subject: `Reseller PRO ends on ${day(endsAt)}`,
    greeting: hello(name),
    paragraphs: [
      `You have canceled Reseller PRO, and ${day(endsAt)} is its last day. Nothing more is charged for it. Afterward you are a reseller as before: your link no longer earns on sales of the reseller program, and what you have earned stays yours.`,
      ...(canBeKept ? ['Changed your mind? Until then you can keep it, with one button:'] : []),
    ],
    action: { label: canBeKept ? 'Keep Reseller PRO' : 'See your billing', url: billingUrl },
  }),
  'reseller-pro-ended': ({ name, unpaid, againUrl }) => ({
    subject: 'Reseller PRO has ended',
    greeting: hello(name),
    paragraphs: [
      `${whyEnded('Reseller PRO has ended', unpaid)} From now on your link no longer earns on sales of the reseller program.`,
      'You are a reseller as before, and what you have earned stays yours. You can have PRO again at any time:',
    ],
    action: { label: 'See Reseller PRO', url: againUrl },
  }),
  'ticket-opened': ({ name, number, subject, message, ticketUrl, threading }) => ({
    subject: `[#${number}] We have your question${subject ? `: ${subject}` : ''}`,
    greeting: hello(name),
    paragraphs: [
      `We received your question as number ${number}. A person reads it and answers within 24 hours, at any hour of the day.${message ? ' This is what you wrote:' : ''}`,
    ],
    ...(message ? { body: quoted(message) } : {}),
    action: { label: 'See your ticket', url: ticketUrl },
    closing: threading.replyTo
      ? 'If you think of something to add, answer this email or write it there.'
      : 'If you think of something to add, write it there.',
    threading,
  }),
  'ticket-answer': ({ name, number, subject, message, ticketUrl, isClosed, threading }) => ({
    subject: `[#${number}] Re: ${subject || 'your question'}`,
    greeting: hello(name),
    paragraphs: ['Our support team has answered you:'],
    body: quoted(message),
    action: { label: 'Read and reply', url: ticketUrl },
    closing: isClosed
      ? `We have closed your ticket, as we believe this settles it. ${threading.replyTo ? 'Answering this email' : 'Writing there'} opens it again.`
      : threading.replyTo
        ? 'More questions? Answer this email, or write it there.'
        : 'More questions? Write it there.',
    threading,
  }),
  'ticket-confirmation': ({ confirmUrl, days }) => ({
    subject: 'One step left: confirm your address, and we read your question',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody has asked our support team a question and gave this address for the answer. Was that you? Then confirm it here, and the team has your question:',
    ],
    action: { label: 'Confirm and send my question', url: confirmUrl },
    closing: `If it was not you, do nothing: nobody reads the question, and after ${days} days it is deleted.`,
  }),
  'ticket-for-team': ({ number, area, subject, message, name, email, isReply, deskUrl }) => ({
    subject: `[#${number}] ${subject || 'A question'}`,
    greeting: `${name || 'Somebody'}${email ? ` (${email})` : ''} ${isReply ? `adds to ticket ${number}` : `asks, in ${area.replaceAll('-', ' ')}`}:`,
    paragraphs: [],
    body: quoted(message),
    action: { label: 'Open it in the inbox', url: deskUrl },
    closing:
      'An answer written in the inbox is kept with the ticket. A reply to this email goes straight to the person who asked, and is not kept there.',
    replyTo: email,
  }),
  'reseller-trial-started': ({ name, days, endsAt, centreUrl }) => ({
    subject: `Your ${days}-day reseller trial has begun`,
    greeting: hello(name),
    paragraphs: [
      `Until ${day(endsAt)} you are a reseller. There is no card and no fee, and it ends by itself: afterward you are again what you were before, and commissions from these days stay yours under the usual rules.`,
    ],
    action: { label: 'Open the affiliate center', url: centreUrl },
  }),
  'reseller-trial-ending': ({ name, endsAt, offerUrl }) => ({
    subject: `Your reseller trial ends on ${day(endsAt)}`,
    greeting: hello(name),
    paragraphs: [
      `Your reseller trial ends on ${day(endsAt)}. There is nothing you have to do, and nothing will be charged: you will simply be what you were before the trial.`,
      'If it paid off for you, you can join the program for good:',
    ],
    action: { label: 'See what it costs', url: offerUrl },
  }),
  'reseller-trial-ended': ({ name, endedAt, isAffiliate, centreUrl, offerUrl }) => ({
    subject: 'Your reseller trial has ended',
    greeting: hello(name),
    paragraphs: [
      `Since ${day(endedAt)} you are again what you were before the trial. Nothing was charged, and nothing will be.`,
      isAffiliate
        ? 'What you earned in those days stays in your ledger under the usual rules, and your links go on working at your rate as an affiliate:'
        : 'What you earned in those days stays yours under the usual rules. To see it and to be paid, join the affiliate program, which is free:',
    ],
    action: { label: 'Open the affiliate center', url: centreUrl },
    further: {
      text: 'Should you want to be a reseller for good:',
      label: 'See what it costs',
      url: offerUrl,
    },
  }),
  'commission-reversed': ({ name, cents, currency, why, approvedCents, ledgerUrl }) => ({
    subject: `A commission of ${money(cents, currency)} was reversed`,
    greeting: hello(name),
    paragraphs: [
      `${
        why === 'refund'
          ? 'A payment that you earned on was refunded'
          : why === 'dispute'
            ? "A payment that you earned on is in dispute, or was reversed by the buyer's bank"
            : 'A commission of yours was corrected'
      } after you had been paid for it, so ${money(cents, currency)} of your commission is reversed.`,
      approvedCents < 0
        ? `Your approved balance is now ${money(approvedCents, currency)}. You don't have to pay anything: the difference comes off what you earn next.`
        : `Your approved balance is now ${money(approvedCents, currency)}.`,
    ],
    action: { label: 'See the entry in your ledger', url: ledgerUrl },
  }),
  'commission-restored': ({ name, cents, currency, isDisputeWon, approvedCents, ledgerUrl }) => ({
    subject: `A commission of ${money(cents, currency)} was restored`,
    greeting: hello(name),
    paragraphs: [
      `${isDisputeWon ? 'The dispute over a payment that you earned on was won' : 'The money of a payment that you earned on came back'}. ${money(cents, currency)} of commission that we had reversed is yours again.`,
      `Your approved balance is now ${money(approvedCents, currency)}.`,
    ],
    action: { label: 'See the entry in your ledger', url: ledgerUrl },
  }),
  'confirm-payout-address': ({ name, confirmUrl, hours }) => ({
    subject: 'Please confirm where your commissions are paid',
    greeting: hello(name),
    paragraphs: [
      'Somebody, hopefully you, entered this address as the PayPal account to which their commissions are paid. Nothing is paid to it before it is confirmed:',
    ],
    action: { label: 'Confirm this address', url: confirmUrl },
    closing: `The link works once, for ${hours} hours. If you do not know what this is about, ignore this email.`,
  }),
  'payout-address-changed': ({ name, email, usableFrom, centreUrl }) => ({
    subject: `Your commissions will be paid to another address from ${day(usableFrom)}`,
    greeting: hello(name),
    paragraphs: [
      `The PayPal address of your account was changed${email ? ` to ${email}` : ''}. Until ${day(usableFrom)} nothing is paid to the new one.`,
      'If that was not you, undo the change in the affiliate center, choose a new password, and write to us:',
    ],
    action: { label: 'Look at the change', url: centreUrl },
  }),
  'payout-paid': ({ name, number, cents, currency, email, statementUrl, isByHand }) => ({
    subject: `${money(cents, currency)} of commission was paid to you`,
    greeting: hello(name),
    paragraphs: [
      isByHand
        ? `We have paid you ${money(cents, currency)}. Statement ${number} names the payment and every commission in it.`
        : `We have paid you ${money(cents, currency)} by PayPal${email ? `, to ${email}` : ''}. Statement ${number} lists every commission in it.`,
    ],
    action: { label: `Open statement ${number}`, url: statementUrl },
  }),
  'payout-unclaimed': ({ name, cents, currency, email, statementUrl }) => ({
    subject: `${money(cents, currency)} wait for you at PayPal`,
    greeting: hello(name),
    paragraphs: [
      `We have sent ${money(cents, currency)} to ${email || 'your PayPal address'}, and PayPal says that nobody has claimed them: there is no account of this address, or it was not confirmed there.`,
      'Sign in to PayPal, or open an account with this address. After 30 days PayPal sends the money back, and it is in your balance again.',
    ],
    action: { label: 'Open the statement', url: statementUrl },
  }),
  'payout-returned': ({ name, number, cents, currency, email, statementUrl, why }) => ({
    subject: `A payout of ${money(cents, currency)} came back`,
    greeting: hello(name),
    paragraphs: [
      `Payout ${number} of ${money(cents, currency)}${email ? ` to ${email}` : ''} did not arrive.${why ? ` The reason given: ${why}` : ''}`,
      'The money is in your approved balance again. Please look at the payout address before you ask for it once more.',
    ],
    action: { label: 'Open the statement', url: statementUrl },
  }),
  'payouts-refused': ({ batchId, count, cents, why, isOver, siteUrl }) => ({
    subject: `${count === 1 ? 'A payout' : `${count} payouts`} of ${money(cents, 'usd')} could not be sent`,
    greeting: 'Hello,',
    paragraphs: [
      `PayPal did not take batch ${batchId}. ${why}`,
      isOver
        ? 'Nothing of it is on its way through this site. It can be sent again, paid by hand, or taken back into the balances. What was merely refused is also tried again by itself, once a day.'
        : 'An earlier try of the same batch may have arrived, so it is tried again by the same id, every quarter of an hour: nothing is paid twice. Please look at the activity of the PayPal account.',
    ],
    action: { label: 'Open the site', url: siteUrl },
  }),
  'last-payout': (payout) => ({
    ...lastPayoutSteps[payout.step](payout),
    greeting: hello(payout.name),
    ...(['withheld', 'given_up', 'unclaimed'].includes(payout.step)
      ? {}
      : {
          action: {
            label: payout.payoutEmail ? 'See your last payout' : 'Add a PayPal address',
            url: payout.url,
          },
        }),
  }),
  'own-membership-ending': ({ name, endsAt, renewUrl }) => ({
    subject: `From ${day(endsAt)} you would earn no commission`,
    greeting: hello(name),
    paragraphs: [
      `Your own membership runs until ${day(endsAt)}. You earn commission on payments made while it is active, so from then on new payments would earn you nothing.`,
      'What you have earned by then stays yours, and is paid out by the usual rules.',
    ],
    action: { label: 'Keep your membership', url: renewUrl },
  }),
  'own-membership-lapsed': ({ name, endedAt, renewUrl }) => ({
    subject: 'You earn no commission at the moment',
    greeting: hello(name),
    paragraphs: [
      `Your own membership ran out on ${day(endedAt)}. Payments of members you referred earn you nothing while you have none; your ledger lists each of them with the reason.`,
      'What you have earned before stays yours. As soon as you are a member again, new payments earn as before.',
    ],
    action: { label: 'Become a member again', url: renewUrl },
  }),
  'ledger-mismatch': ({ findings, siteUrl }) => ({
    subject: 'The commission ledger does not add up',
    greeting: 'Hello,',
    paragraphs: [
      'The nightly check of the commission ledger found entries that do not add up. Nothing was changed. Please look into them before the next payouts:',
      ...findings.map(({ rule, count }) => `${rule}: ${count}`),
    ],
    action: { label: 'Open the site', url: siteUrl },
  }),
  'webhook-endpoint-off': ({ endpoint, why, deadCount, endpointUrl }) => ({
    subject: 'A webhook endpoint was switched off',
    greeting: 'Hello,',
    paragraphs: [
      why === 'gone'
        ? `${endpoint} has answered that it is gone for good (410). Nothing is sent there any more.`
        : why === 'key_ended'
          ? `The API key that added ${endpoint} expired or was revoked, or the admin who made it no longer has access. Nothing is sent there any more.`
          : `${endpoint} has failed for five days. Nothing is sent there any more.`,
      `What happens meanwhile is not kept for it: a program that needs all of it reads the sync API once it is back. ${deadCount === 1 ? 'One event that was given up' : `${deadCount} events that were given up`} can be sent again, once the endpoint is switched on.`,
    ],
    action: { label: 'Open the endpoint', url: endpointUrl },
  }),
  'payment-refunded': ({ name, amountCents, currency, creditNote }) => ({
    receipt: creditNote,
    subject: 'Your refund is on its way',
    greeting: hello(name),
    paragraphs: [
      `We have refunded ${money(amountCents, currency)}. Depending on your bank it takes five to ten days to show on your statement.`,
    ],
  }),
  receipt: ({ name, receipt }) => ({
    subject:
      receipt.kind === 'receipt'
        ? `Your receipt ${receipt.number}: ${money(receipt.totalCents, receipt.currency)}`
        : `Your credit note ${receipt.number}: ${money(receipt.totalCents, receipt.currency)}`,
    greeting: hello(name),
    paragraphs: [
      receipt.kind === 'receipt'
        ? receipt.reference
          ? 'Here is your receipt.'
          : `We have received your payment of ${money(receipt.totalCents, receipt.currency)}. Thank you!`
        : `${money(receipt.totalCents, receipt.currency)} of what you paid went back. Here is the credit note.`,
    ],
    receipt,
  }),
  'refund-asked': ({
    requestId,
    email,
    title,
    amountCents,
    currency,
    paidAt,
    reason,
    isGuaranteed,
    problem,
    requestsUrl,
  }) => ({
    subject: `A refund of ${money(amountCents, currency)} is asked for`,
    greeting: hello(''),
    paragraphs: [
      `${email} asks for ${money(amountCents, currency)} back: ${title}, paid on ${day(paidAt)}.`,
      ...(reason ? [`In their words: ${reason}`] : ['They gave no reason.']),
      ...(problem
        ? [`${isGuaranteed ? 'The guarantee covers it, but it' : 'It'} could not be done at once: ${problem}`]
        : []),
      'Refund it in the admin area, or decline it there, with an answer that we email to them. At the command line:',
      `To refund it: npm run operate -- accept-refund ${requestId}`,
      `To decline it: npm run operate -- decline-refund ${requestId} "..."`,
    ],
    action: { label: 'Answer the request', url: requestsUrl },
  }),
  'refund-request-received': ({ name, title, amountCents, currency, billingUrl }) => ({
    subject: 'We have your refund request',
    greeting: hello(name),
    paragraphs: [
      `You asked for ${money(amountCents, currency)} back, for ${title}. A person looks at it, and answers you by email within 24 hours.`,
      'Until then everything stays as it is.',
    ],
    action: { label: 'Open your billing page', url: billingUrl },
  }),
  'refund-declined': ({ name, title, amountCents, currency, answer, supportUrl }) => ({
    subject: 'Your refund request',
    greeting: hello(name),
    paragraphs: [
      `You asked for ${money(amountCents, currency)} back, for ${title}. We cannot refund this payment.`,
      answer,
    ],
    action: { label: 'Write to support', url: supportUrl },
    closing: 'Rights that the law gives you are not affected.',
  }),
  'refund-failed': ({ name, amountCents, currency, isRunning, isOwned, billingUrl, supportUrl }) => ({
    subject: 'Your refund did not go through',
    greeting: hello(name),
    paragraphs: [
      `We tried to give you back ${money(amountCents, currency)}, but the bank did not take it, so the money came back to us.`,
      'We will make the refund in another way, and write to you about it. You need not do anything.',
      ...(isRunning
        ? ['Meanwhile your membership goes on as before. If you do not want it any more, cancel it:']
        : []),
      ...(isOwned ? ['Meanwhile what you bought stays yours.'] : []),
    ],
    action: isRunning
      ? { label: 'Open your billing page', url: billingUrl }
      : { label: 'Write to support', url: supportUrl },
    ...(isRunning ? furtherTo('Is there a better way to reach your account?', 'Tell us', supportUrl) : {}),
  }),
  'dispute-opened': ({ title, isInquiry, provider, disputeId, unexplained, evidence }) => ({
    subject: title,
    greeting: hello(''),
    paragraphs: [
      isInquiry
        ? `A bank or ${provider} asks about a payment. No money has been taken. Answer within the days that ${provider} gives, and it usually ends there.`
        : `A payment is disputed, and ${provider} has taken the money back until the case is decided. It counts as lost unless it is answered within the days that ${provider} gives.`,
      ...(unexplained
        ? [
            `The dispute is of ${unexplained} more than the payments that it can be about. Look at ${provider} which other payments it covers.`,
          ]
        : []),
      `Below is all that the site knows of it. As one page to send: npm run operate -- dispute-evidence ${disputeId} --out evidence.html`,
    ],
    body: evidence,
    closing: 'It holds personal data: send it to the provider alone.',
  }),
  'dispute-decided': ({ outcome, amount, title, provider, disputeId, userUrl, isOpenNow }) => ({
    subject:
      outcome === 'won'
        ? `Dispute won: ${amount} for ${title} is yours again`
        : `Dispute lost: ${amount} for ${title}`,
    greeting: hello(''),
    paragraphs: [
      outcome === 'won'
        ? `${provider} has decided the dispute ${disputeId} in your favor and returned the money. Commissions on the payment are restored.`
        : `${provider} has decided the dispute ${disputeId} for the buyer and kept the money. Commissions on the payment were reversed.`,
      outcome === 'won'
        ? isOpenNow
          ? 'What the buyer bought is open to them.'
          : 'What the buyer bought has ended meanwhile and stays ended.'
        : 'If the whole of the current period was disputed, the membership ends.',
    ],
    action: { label: 'See the buyer', url: userUrl },
  }),
  'notification-digest': ({ name, items, count, notificationsUrl, settingsUrl, unsubscribeUrl }) => ({
    subject: count === 1 ? (items[0]?.text ?? 'One notification') : `${count} notifications`,
    greeting: hello(name),
    paragraphs: [
      count === 1 ? 'This is new since you were here last:' : 'These are new since you were here last:',
    ],
    ...(items.length === 0
      ? {}
      : {
          body: {
            html: `<ul>${items.map(({ text, url }) => `<li dir="auto"><a href="${escapeXml(url)}" style="color:${palette.accent}">${escapeXml(text)}</a></li>`).join('')}</ul>`,
            text: items.map(({ text, url }) => `- ${text}\n  ${url}`).join('\n'),
          },
        }),
    action: {
      label: count > items.length ? `See all ${count}` : 'See them on the site',
      url: notificationsUrl,
    },
    closing: 'You get at most one of these emails a day, because you asked for them.',
    further: { text: 'You can have fewer or none:', label: 'Choose your notifications', url: settingsUrl },
    unsubscribeUrl,
  }),
  'email-course-letter': ({ name, subject, preheader, title, month, monthCount, letter, ...urls }) => ({
    subject,
    preheader,
    title: { eyebrow: `Month ${month} of ${monthCount}`, text: title },
    greeting: hello(name),
    paragraphs: [],
    body: letter,
    action: { label: 'Read it on the site', url: urls.readUrl },
    closing: 'You get one letter a month because you asked for the email course.',
    unsubscribeUrl: urls.unsubscribeUrl,
  }),
};
