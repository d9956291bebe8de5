import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import type { Mails } from '#app/platform/mail/content.ts';
import { palette } from '#app/platform/palette.ts';

export const notificationMails = {
  'notification-digest': (mail: {
    name: string;
    items: { text: string; url: string }[];
    /** Of all, named or not. */
    count: number;
    notificationsUrl: string;
    settingsUrl: string;
    unsubscribeUrl: string;
  }) => ({
    subject: mail.count === 1 ? (mail.items[0]?.text ?? 'One notification') : `${mail.count} notifications`,
    paragraphs: [
      mail.count === 1 ? 'This is new since you were here last:' : 'These are new since you were here last:',
    ],
    ...(mail.items.length === 0
      ? {}
      : {
          body: {
            html: `<ul>${mail.items.map(({ text, url }) => `<li dir="auto"><a href="${escapeXml(url)}" style="color:${palette.accent}">${escapeXml(text)}</a></li>`).join('')}</ul>`,
            text: mail.items.map(({ text, url }) => `- ${text}\n  ${url}`).join('\n'),
          },
        }),
    action: {
      label: mail.count > mail.items.length ? `See all ${mail.count}` : 'See them on the site',
      url: mail.notificationsUrl,
    },
    closing: 'You get at most one of these emails a day, because you asked for them.',
    further: {
      text: 'You can have fewer or none:',
      label: 'Choose your notifications',
      url: mail.settingsUrl,
    },
    unsubscribeUrl: mail.unsubscribeUrl,
  }),
} satisfies Mails;
