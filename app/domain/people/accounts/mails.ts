import type { MailContent, Mails } from '#app/platform/mail/content.ts';
import { mailDay as day } from '#app/platform/mail/wording.ts';

/** What an app of the auth API needs a code for. */
type AppCodePurpose = 'verify_email' | 'reset_password' | 'sign_in' | 'invite' | 'reauthenticate';

/** The texts for both addresses when an account is about to change its email address. */
const emailChangeWords: Record<
  'old' | 'new' | 'replacing' | 'taken',
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
  replacing: () => ({
    paragraphs: [
      'Somebody, hopefully you, wants to use this address for their account. Is it yours?',
      'Another account was registered with this address, but nobody ever verified it. If you confirm, the address moves and that other account is deleted.',
    ],
    closing:
      'The link works for two days. If you did not ask for this, decline it there or ignore this email.',
  }),
  taken: () => ({
    paragraphs: [
      'Somebody, probably you, wanted to use this address for another account. It has an account already, so nothing was changed.',
    ],
  }),
};

/** Why an app asked us to mail a code. */
const codeReasons: Readonly<Record<AppCodePurpose, string>> = {
  verify_email:
    'Somebody, hopefully you, signed up with this address in an app. Type this code there to verify it.',
  reset_password:
    'Somebody, hopefully you, wants to choose a new password in an app. Type this code there to go on.',
  sign_in: 'Somebody, hopefully you, wants to sign in to an app by email. Type this code there.',
  invite: 'You are invited to an account of ours. Type this code in the app that you were told about.',
  reauthenticate: 'An app in which you are signed in wants to be sure that it is you. Type this code there.',
};

const codeActions: Readonly<Record<AppCodePurpose, string>> = {
  verify_email: 'Verify my email address',
  reset_password: 'Choose a new password',
  sign_in: 'Sign in',
  invite: 'Accept the invitation',
  reauthenticate: 'Go on',
};

/** The stages of recovering an account without its second factor. */
const recoveryStages: Record<
  'asked' | 'begun' | 'soon',
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

/** "a, b and c". */
const inAList = (items: readonly string[]): string => new Intl.ListFormat('en-US').format(items);

export const accountMails = {
  'verify-email': ({ verifyUrl }: { name: string; verifyUrl: string }) => ({
    subject: 'Please verify your email address',
    paragraphs: ['Thank you for registering. Please confirm that this address is yours:'],
    action: { label: 'Verify my email address', url: verifyUrl },
    closing: 'The link works for three days. If you did not register, you can ignore this email.',
  }),
  'reset-password': (mail: { name: string; resetUrl: string; expiresInMinutes: number }) => ({
    subject: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, asked for a new password. Choose one here:'],
    action: { label: 'Choose a new password', url: mail.resetUrl },
    closing: `The link works once, for ${mail.expiresInMinutes} minutes. If you did not ask for it, ignore this email: your password stays as it is.`,
  }),
  'sign-in-link': (mail: { name: string; signInUrl: string; expiresInMinutes: number }) => ({
    subject: 'Your link to sign in',
    paragraphs: ['Somebody, hopefully you, wants to sign in to your account by email. Use this link:'],
    action: { label: 'Sign in', url: mail.signInUrl },
    closing: `The link works once, for ${mail.expiresInMinutes} minutes. If you did not ask for it, ignore this email, and give the link to nobody.`,
  }),
  /** For an app of the auth API: a code to type there, and a link that does the same. */
  'app-code': (mail: {
    name: string;
    purpose: AppCodePurpose;
    code: string;
    url: string | null;
    expiresInMinutes: number;
  }) => ({
    subject: `${mail.code} is your code`,
    paragraphs: [
      codeReasons[mail.purpose],
      `Your code: ${mail.code}`,
      ...(mail.url ? ['Or use this link, which does the same:'] : []),
    ],
    ...(mail.url ? { action: { label: codeActions[mail.purpose], url: mail.url } } : {}),
    closing: `${mail.url ? 'Code and link work' : 'The code works'} once, for ${mail.expiresInMinutes === 1440 ? 'a day' : `${mail.expiresInMinutes} minutes`}. If you did not ask for this, ignore this email, and give the code to nobody.`,
  }),
  'email-change': (mail: {
    name: string;
    /** Whom it is for: the address there is, the new one, or a new one that has an account already, proven to be its own or not. */
    to: 'old' | 'new' | 'replacing' | 'taken';
    newEmail: string;
    url: string;
    /** Does the same as the link, typed into the app that asked for the change. */
    code: string | null;
  }) => ({
    subject: mail.to === 'taken' ? 'You already have an account' : 'Please confirm your new email address',
    ...emailChangeWords[mail.to](mail.newEmail),
    ...(mail.code
      ? {
          paragraphs: [
            ...emailChangeWords[mail.to](mail.newEmail).paragraphs,
            `In the app, type this code: ${mail.code}`,
          ],
        }
      : {}),
    action: { label: mail.to === 'taken' ? 'Sign in' : 'Confirm or decline', url: mail.url },
  }),
  'second-factor-recovery': (mail: {
    name: string;
    /** Asked for, waiting since its link was pressed, over tomorrow. */
    stage: 'asked' | 'begun' | 'soon';
    dueAt: Date | null;
    url: string;
  }) => ({
    ...recoveryStages[mail.stage](mail.dueAt ? day(mail.dueAt) : ''),
    action: {
      label: mail.stage === 'asked' ? 'Start or stop the recovery' : 'Stop the recovery',
      url: mail.url,
    },
  }),
  'password-changed': (mail: {
    name: string;
    resetUrl: string;
    /** How many API keys were revoked with it. */
    revokedKeys: number;
    /** What was waiting and is canceled: "the change of your email address". */
    canceledChanges: string[];
  }) => ({
    subject: 'Your password has been changed',
    paragraphs: [
      'The password of your account has just been changed, and other devices have been signed out.',
      ...(mail.revokedKeys > 0
        ? [
            `${mail.revokedKeys === 1 ? 'Your API key was' : `Your ${mail.revokedKeys} API keys were`} revoked with it. Scripts that use ${mail.revokedKeys === 1 ? 'it' : 'them'} need a new key.`,
          ]
        : []),
      ...(mail.canceledChanges.length > 0
        ? [
            `To be safe we also canceled ${inAList(mail.canceledChanges)}, which you can start again while signed in.`,
          ]
        : []),
      'If that was not you, choose a new password at once:',
    ],
    action: { label: 'Reset my password', url: mail.resetUrl },
  }),
  'access-revoked': (mail: {
    name: string;
    /** What was removed: "the password", "2 API keys". */
    revoked: string[];
    /** Leads to a new password, where the one there was is gone. */
    resetUrl: string | null;
    expiresInMinutes: number;
    securityUrl: string;
  }) => ({
    subject: 'Your email address is verified. We removed earlier access to your account',
    paragraphs: [
      'You have just shown that this email address is yours. Until then nobody had, and anyone could have signed up with it.',
      `To make sure that only you can use the account, we removed what was set up before: ${inAList(mail.revoked)}.`,
      mail.resetUrl
        ? `Choose a new password now. The link works once, for ${mail.expiresInMinutes} minutes; later, use “Forgot your password?” on the sign-in page.`
        : 'If you set this up yourself, you can set it up again on your security page.',
    ],
    action: mail.resetUrl
      ? { label: 'Choose a password', url: mail.resetUrl }
      : { label: 'Open your security page', url: mail.securityUrl },
    ...(mail.resetUrl
      ? { closing: `If you set these up yourself, you can set them up again: ${mail.securityUrl}` }
      : {}),
  }),
  'already-registered': ({ signInUrl, resetUrl }: { name: string; signInUrl: string; resetUrl: string }) => ({
    subject: 'You already have an account',
    paragraphs: [
      'Somebody, probably you, tried to register with this address, which already has an account. You can simply sign in:',
    ],
    action: { label: 'Sign in', url: signInUrl },
    closing: `If you have forgotten your password, choose a new one: ${resetUrl}`,
  }),
} satisfies Mails;
