import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    invitation: { name: string; acceptUrl: string; termsUrl: string; days: number };
    'address-changed': { name: string; supportUrl: string };
  }
}
