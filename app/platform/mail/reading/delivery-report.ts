import { fieldOf, type HeaderField, readHeader } from '#app/platform/mail/reading/headers.ts';
import { onOneLine } from '#app/platform/mail/reading/mail-head.ts';
import { contentOf, type MailPart } from '#app/platform/mail/reading/mime-parts.ts';

/** What a mail server or a mailbox provider says by mail of one that was sent. */
export interface DeliveryReport {
  /** `bounce`: there is no such mailbox, for good. `complaint`: its reader called it spam. */
  reason: 'bounce' | 'complaint';
  /** Of the mail that it is about, with its angle brackets. */
  messageId: string;
  /** The code of a bounce, such as 5.1.1; empty for a complaint. */
  status: string;
}

/** Codes (RFC 3463) that say that there is no such mailbox; a full one, or a mail that was not liked, is another matter. */
const noMailbox = /^5\.(?:1\.(?:[0-36]|10)|2\.1)$/;

/** So many recipients of a report are looked at. */
const maxBlocks = 20;

/** The groups of fields of a report, with empty lines between them: of the mail, and of each recipient. */
function fieldBlocks(bytes: Buffer): HeaderField[][] {
  const blocks: HeaderField[][] = [];
  let start = 0;
  while (start < bytes.length && blocks.length < maxBlocks) {
    const { fields, bodyStart } = readHeader(bytes, start, bytes.length);
    if (bodyStart <= start) break;
    blocks.push(fields);
    start = bodyStart;
  }
  return blocks;
}

const partOf = (root: MailPart, ...types: string[]) =>
  root.parts.find(({ type }) => types.includes(type.value));

function bounceStatus(part: MailPart | undefined): string | null {
  if (!part) return null;
  for (const fields of fieldBlocks(contentOf(part))) {
    const [status = ''] = fieldOf(fields, 'status').trim().split(/[\s(]/, 1);
    if (fieldOf(fields, 'action').trim().toLowerCase() === 'failed' && noMailbox.test(status)) return status;
  }
  return null;
}

function isComplaint(part: MailPart | undefined): boolean {
  if (!part) return false;
  const [fields = []] = fieldBlocks(contentOf(part));
  return fieldOf(fields, 'feedback-type').trim().toLowerCase() === 'abuse';
}

/**
 * Reads a report of a hard bounce (RFC 3464) or of a complaint (ARF, RFC 5965); null for any other mail, and where it does not name the
 * mail that it is about. Anybody can write one: whoever uses it checks that name.
 */
export function readDeliveryReport(root: MailPart): DeliveryReport | null {
  if (root.type.value !== 'multipart/report') return null;
  const status = bounceStatus(partOf(root, 'message/delivery-status', 'message/global-delivery-status'));
  if (status === null && !isComplaint(partOf(root, 'message/feedback-report'))) return null;
  const original = partOf(
    root,
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  );
  if (!original) return null;
  const head = contentOf(original);
  const messageId = onOneLine(fieldOf(readHeader(head, 0, head.length).fields, 'message-id'), 500);
  return messageId === ''
    ? null
    : { reason: status === null ? 'complaint' : 'bounce', messageId, status: status ?? '' };
}
