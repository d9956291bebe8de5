import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { headerText } from '#app/platform/mail/header-text.ts';
import { wakeLane } from '#app/platform/mail/lanes.server.ts';
import { isPlaceholderAddress } from '#app/platform/mail/placeholder-address.ts';
import { htmlLines } from '#app/platform/mail/reading/html-lines.ts';
import type { MailRenderer, MailTemplate, MailTemplates } from '#app/platform/mail/templates.ts';

let renderer: MailRenderer | undefined;
/** What a new mail is: one that is to be sent; or, where mails are caught, one that nobody sends. */
let newStatus: 'queued' | 'sent' = 'queued';

/** Whom a mail goes to: an address, or one that the caller knows to be proven, such as by the link that caused the mail. */
export type Recipient = string | { verifiedAddress: string };

/** Told once at start-up how templates become mail, so that the domain needs no JSX. */
export function setMailRenderer(render: MailRenderer): void {
  renderer = render;
  newStatus = 'queued';
}

/** What makes this site's mails. */
export function mailRenderer(): MailRenderer {
  if (!renderer) throw new Error('No mail renderer: call setMailRenderer() at start-up.');
  return renderer;
}

/**
 * Has `render` see the mails of this process, and nobody else: they stand in the outbox as if they had been sent, and no worker of the
 * site takes them up.
 */
export function catchMails(render: MailRenderer): void {
  renderer = render;
  newStatus = 'sent';
}

/** Whether somebody has proven that an address is theirs: it is the operator's own, or that of an account that verified it. */
async function isVerified(tx: Transaction, address: string): Promise<boolean> {
  if (address === config().supportEmail) return true;
  const account = { email: address.toLowerCase(), emailVerifiedAt: { not: null } };
  return (await tx.db.user.count({ where: account })) > 0;
}

/** A mail as its row keeps it: nothing in its subject and headers ends a line. */
async function renderFor<T extends MailTemplate>(
  tx: Transaction,
  recipient: Recipient,
  template: T,
  data: MailTemplates[T],
) {
  const render = mailRenderer();
  // Caught mails are never delivered, so nobody can be addressed in words that a stranger chose.
  const isProven = newStatus === 'sent' || typeof recipient !== 'string' || (await isVerified(tx, recipient));
  const {
    lane = 'transactional',
    subject,
    headers,
    html,
    text,
  } = render(template, data, {
    isVerified: isProven,
  });
  return {
    lane,
    subject: headerText(subject),
    html,
    text,
    headers: {
      // For mailbox providers that report complaints: which mail, which lane, which site.
      'Feedback-ID': `${template}:${lane}:${new URL(config().appUrl).hostname}`,
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
    },
  };
}

/**
 * Puts a mail into the outbox as part of `tx`: it is sent if, and only if, the change that causes it is committed.
 * The worker delivers it within seconds; a placeholder address is sent nothing. To an address that nobody has verified go fixed words only, whatever `data` holds (P189).
 * With a `key` there is one such mail: a job that may be done twice asks `isMailQueued` first, and of two at once the second fails.
 */
export async function queueMail<T extends MailTemplate>(
  tx: Transaction,
  recipient: Recipient,
  template: T,
  data: MailTemplates[T],
  key: string | null = null,
): Promise<void> {
  const mail = await renderFor(tx, recipient, template, data);
  const address = typeof recipient === 'string' ? recipient : recipient.verifiedAddress;
  // The account was erased. What would have been sent is recorded, without what it said.
  if (isPlaceholderAddress(address)) {
    const { lane, subject } = mail;
    await tx.db.mailOutbox.create({
      data: { key, lane, recipient: address, subject, html: '', text: '', status: 'skipped' },
    });
    return;
  }
  await tx.db.mailOutbox.createMany({
    data: [{ key, recipient: address, ...mail, status: newStatus }],
  });
  if (newStatus === 'queued') tx.afterCommit(() => wakeLane(mail.lane));
}

/** One of many who get the same mail, and what stands in the places of its marks for them. */
interface MarkedRecipient {
  /** Of the row of the outbox. */
  id: string;
  key: string;
  /** Known to be verified. */
  verifiedAddress: string;
  values: Readonly<Record<string, string>>;
}

const markForm = /\uE000(\w+)\uE001/g;

/**
 * Puts one mail for many into the outbox as part of `tx`: rendered once, with each recipient's values in the places of its marks (a name
 * between U+E000 and U+E001). A key that is there already fails.
 */
export async function queueMailToMany<T extends MailTemplate>(
  tx: Transaction,
  recipients: readonly MarkedRecipient[],
  template: T,
  data: MailTemplates[T],
): Promise<void> {
  const [first] = recipients;
  if (!first) return;
  const { lane, subject, html, text, headers } = await renderFor(tx, first, template, data);
  const rows = recipients.map(({ id, key, verifiedAddress, values }) => {
    const fill = (marked: string) => marked.replace(markForm, (_, name: string) => values[name] ?? '');
    return {
      id,
      key,
      lane,
      recipient: verifiedAddress,
      subject: headerText(fill(subject)),
      html: html.replace(markForm, (_, name: string) => escapeXml(values[name] ?? '')),
      text: fill(text),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, headerText(fill(value))]),
      ),
      status: newStatus,
    };
  });
  await tx.db.mailOutbox.createMany({ data: rows });
  if (newStatus === 'queued') tx.afterCommit(() => wakeLane(lane));
}

/**
 * Writes the mail of a key anew, as part of `tx`, as long as it waits to be delivered: what is known only now is told in one mail.
 * False where it has gone, or there is none.
 */
export async function rewriteMail<T extends MailTemplate>(
  tx: Transaction,
  key: string,
  template: T,
  data: MailTemplates[T],
): Promise<boolean> {
  const waiting = { key, status: newStatus, claimedAt: null };
  const row = await tx.db.mailOutbox.findFirst({ where: waiting, select: { recipient: true } });
  if (!row) return false;
  const { count } = await tx.db.mailOutbox.updateMany({
    where: waiting,
    data: await renderFor(tx, row.recipient, template, data),
  });
  return count > 0;
}

/** The words of a mail as the site writes it, to know them again where somebody's program quotes them. */
export function wordsOfMail<T extends MailTemplate>(template: T, data: MailTemplates[T]): string {
  const mail = renderer?.(template, data, { isVerified: true });
  if (!mail) return '';
  const lines = htmlLines(mail.html).lines.map(({ text }) => text);
  return [mail.text, ...lines].join('\n');
}

/** Whether the mail of this key has been put into the outbox; without a key nobody can tell. */
export async function isMailQueued(tx: Transaction, key: string | null): Promise<boolean> {
  return key !== null && (await tx.db.mailOutbox.count({ where: { key } })) > 0;
}
