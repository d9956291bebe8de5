import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'webhook-endpoint-off': {
      /** Its address, or what it is called. */
      endpoint: string;
      why: 'failing' | 'gone' | 'key_ended';
      /** What was given up and can be sent again. */
      deadCount: number;
      endpointUrl: string;
    };
  }
}
