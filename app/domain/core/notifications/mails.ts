import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'notification-digest': {
      name: string;
      items: { text: string; url: string }[];
      /** Of all, named or not. */
      count: number;
      notificationsUrl: string;
      settingsUrl: string;
      unsubscribeUrl: string;
    };
  }
}
