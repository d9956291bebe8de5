import { formatLongDay } from '#app/platform/date-format.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import type { MailContent } from '#app/platform/mail/content.ts';

/** Integer cents as mails write money, always with cents. */
export const mailMoney = (amountCents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    amountCents / 100,
  );

/** A day as mails write it. */
export const mailDay = formatLongDay;

/**
 * A person's message as the body of a mail, each paragraph in the direction of its own script. Outlook for Windows ignores
 * `white-space`, so elements break the lines.
 */
export const quoted = (message: string): NonNullable<MailContent['body']> => ({
  html: message
    .split(/\n{2,}/)
    .map((part) => `<p dir="auto" style="margin:0 0 16px">${escapeXml(part).replaceAll('\n', '<br/>')}</p>`)
    .join(''),
  text: message,
});

/** A second link below the button, if there is an address for it. */
export const furtherTo = (text: string, label: string, url: string | null): Pick<MailContent, 'further'> =>
  url ? { further: { text, label, url } } : {};
