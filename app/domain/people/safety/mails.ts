import type { MailContent, Mails } from '#app/platform/mail/content.ts';

/** What somebody is told about the safety of their account; no setting switches it off. */
export type SecurityEvent =
  | 'second_factor_on'
  | 'second_factor_off'
  | 'authenticator_replaced'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_copied'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'second_step_failing'
  | 'password_failing'
  | 'new_device'
  | 'refresh_token_reused'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'email_changed';

/** The name of a passkey within a sentence; empty where it may not be mentioned. */
const named = (name: string) => (name ? `, “${name}”` : '');

/** What a mail about the safety of an account says; `detail` is empty where it may not be mentioned. */
const securityNotices: Record<
  SecurityEvent,
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

export const safetyMails = {
  'security-notice': (mail: {
    name: string;
    event: SecurityEvent;
    /** What the event is about, in a few words: how many are left, which device. */
    detail: string | null;
    securityUrl: string;
    resetUrl: string;
  }) => ({
    ...securityNotices[mail.event](mail.detail ?? ''),
    action: { label: 'Look at your security page', url: mail.securityUrl },
    closing: `If that was not you, choose a new password at once: ${mail.resetUrl}`,
  }),
} satisfies Mails;
