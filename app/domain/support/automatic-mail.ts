/** Header fields of a mail, by their names in small letters. */
export interface MailHeaders {
  get(name: string): string | undefined;
}

const nobody = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+@]|$)/i;

/**
 * Whether a mail was sent by a program: an answer to it, or a ticket of it, could go round and round. Out-of-office notes, bounces,
 * lists, and whatever says so of itself (RFC 3834).
 */
export function isAutomatic(headers: MailHeaders, from: string): boolean {
  const submitted = headers.get('auto-submitted')?.trim().toLowerCase();
  return (
    (submitted !== undefined && !submitted.startsWith('no')) ||
    /\b(?:bulk|junk|list|auto_reply)\b/i.test(headers.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress', 'list-id', 'list-unsubscribe'].some(
      (name) => headers.get(name) !== undefined,
    ) ||
    headers.get('return-path')?.trim() === '<>' ||
    /^multipart\/report\b/i.test(headers.get('content-type')?.trim() ?? '') ||
    nobody.test(from)
  );
}
