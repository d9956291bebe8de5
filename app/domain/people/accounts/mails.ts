import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'verify-email': { name: string; verifyUrl: string };
    'reset-password': { name: string; resetUrl: string; expiresInMinutes: number };
    'sign-in-link': { name: string; signInUrl: string; expiresInMinutes: number };
    /** For an app of the auth API: a code to type there, and a link that does the same. */
    'app-code': {
      name: string;
      purpose: 'verify_email' | 'reset_password' | 'sign_in' | 'invite' | 'reauthenticate';
      code: string;
      url: string | null;
      expiresInMinutes: number;
    };
    'email-change': {
      name: string;
      /** Whom it is for: the address there is, the new one, or a new one that has an account already. */
      to: 'old' | 'new' | 'taken';
      newEmail: string;
      url: string;
      /** Does the same as the link, typed into the app that asked for the change. */
      code: string | null;
    };
    'second-factor-recovery': {
      name: string;
      /** Asked for, waiting since its link was pressed, over tomorrow. */
      stage: 'asked' | 'begun' | 'soon';
      dueAt: Date | null;
      url: string;
    };
    'password-changed': {
      name: string;
      resetUrl: string;
      /** How many API keys were revoked with it. */
      revokedKeys: number;
      /** What was waiting and is canceled: "the change of your email address". */
      canceledChanges: string[];
    };
    'access-revoked': {
      name: string;
      /** What was removed: "the password", "2 API keys". */
      revoked: string[];
      /** Leads to a new password, where the one there was is gone. */
      resetUrl: string | null;
      expiresInMinutes: number;
      securityUrl: string;
    };
    'already-registered': { name: string; signInUrl: string; resetUrl: string };
  }
}
