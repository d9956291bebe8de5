import type {} from '#app/platform/mail/templates.ts';

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

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'security-notice': {
      name: string;
      event: SecurityEvent;
      /** What the event is about, in a few words: how many are left, which device. */
      detail: string | null;
      securityUrl: string;
      resetUrl: string;
    };
  }
}
