import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'verify-email': { name: string; verifyUrl: string };
    'reset-password': { name: string; resetUrl: string; expiresInMinutes: number };
    'password-changed': { name: string; resetUrl: string };
    'already-registered': { name: string; signInUrl: string; resetUrl: string };
  }
}
