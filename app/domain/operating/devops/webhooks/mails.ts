import type { Mails } from '#app/platform/mail/content.ts';

export const webhookMails = {
  'webhook-endpoint-off': (mail: {
    /** Its address, or what it is called. */
    endpoint: string;
    why: 'failing' | 'gone' | 'key_ended';
    /** What was given up and can be sent again. */
    deadCount: number;
    endpointUrl: string;
  }) => ({
    subject: 'A webhook endpoint was switched off',
    greeting: 'Hello,',
    paragraphs: [
      mail.why === 'gone'
        ? `${mail.endpoint} has answered that it is gone for good (410). Nothing is sent there any more.`
        : mail.why === 'key_ended'
          ? `The API key that added ${mail.endpoint} expired or was revoked, or the admin who made it no longer has access. Nothing is sent there any more.`
          : `${mail.endpoint} has failed for five days. Nothing is sent there any more.`,
      `What happens meanwhile is not kept for it: a program that needs all of it reads the sync API once it is back. ${mail.deadCount === 1 ? 'One event that was given up' : `${mail.deadCount} events that were given up`} can be sent again, once the endpoint is switched on.`,
    ],
    action: { label: 'Open the endpoint', url: mail.endpointUrl },
  }),
} satisfies Mails;
