import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { MailThreading } from '#app/platform/mail/content.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

const split = (address: string) => {
  const at = address.lastIndexOf('@');
  return { box: address.slice(0, at).toLowerCase(), host: address.slice(at + 1).toLowerCase() };
};

/** The address at which an answer to a ticket's mails is read; null where no mail is read. */
export function replyAddress(number: number): string | null {
  const { inboundMail } = config();
  if (!inboundMail) return null;
  const { box, host } = split(inboundMail.address);
  return `${box}+${number}-${signatureOf('ticket reply address', String(number))}@${host}`;
}

/** The ticket that an address was made for; null for any other address. */
export function readReplyAddress(address: string): number | null {
  const { inboundMail } = config();
  if (!inboundMail) return null;
  const own = split(inboundMail.address);
  const { box, host } = split(address);
  if (host !== own.host || !box.startsWith(`${own.box}+`)) return null;
  const [, digits = '', signature = ''] =
    /^([1-9]\d{0,8})-([0-9a-f]{20})$/.exec(box.slice(own.box.length + 1)) ?? [];
  if (digits === '') return null;
  return isSignatureOf('ticket reply address', digits, signature) ? Number(digits) : null;
}

const ownHost = () => new URL(config().appUrl).hostname;

/** What the mail that brings a message of a ticket is known by. */
const messageIdOf = (number: number, messageId: string) => `<t${number}.${messageId}@${ownHost()}>`;

/** Whether a mail is one of the site's own, come back. */
export const isOwnMessageId = (id: string): boolean => id.toLowerCase().endsWith(`@${ownHost()}>`);

/** The messages of tickets that are named in a mail's In-Reply-To or References, the latest first; at most twenty. */
export function readMessageIds(text: string): { number: number; messageId: string }[] {
  const form = /<t([1-9]\d{0,8})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@([^<>\s]{1,255})>/gi;
  return [...text.slice(-20_000).matchAll(form)]
    .filter(([, , , host = '']) => host.toLowerCase() === ownHost())
    .map(([, digits, messageId = '']) => ({ number: Number(digits), messageId: messageId.toLowerCase() }))
    .reverse()
    .slice(0, 20);
}

/** How the mail that brings a message of a ticket stands to those before it. Two queries. */
export async function threadingOf(
  tx: Transaction,
  { id: ticketId, number }: { id: string; number: number },
  messageId: string,
): Promise<MailThreading> {
  const [first, mailed] = [
    await tx.db.ticketMessage.findFirst({
      where: { ticketId },
      orderBy: { id: 'asc' },
      select: { id: true },
    }),
    await tx.db.ticketMessage.findFirst({
      where: { ticketId, author: 'asker', mailId: { not: null } },
      orderBy: { id: 'desc' },
      select: { mailId: true },
    }),
  ];
  const own = messageIdOf(number, messageId);
  const before = [first && messageIdOf(number, first.id), mailed?.mailId ?? null].filter(
    (id): id is string => id !== null && id !== own,
  );
  const answered = before.at(-1);
  const replyTo = replyAddress(number);
  return {
    messageId: own,
    ...(answered === undefined ? {} : { inReplyTo: answered, references: before.join(' ') }),
    ...(replyTo === null ? {} : { replyTo }),
  };
}
