import type { ImapFlowError } from 'imapflow';
import type { MailboxSettings } from '#app/platform/settings/inbound-mail.server.ts';

/** What of a connection to a mail server says why it failed. */
type Failure = Pick<
  ImapFlowError,
  'code' | 'message' | 'authenticationFailed' | 'mailboxMissing' | 'responseText' | 'tlsFailed'
>;

const tooSlow = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT']);
const ended = new Set([
  'NoConnection',
  'EConnectionClosed',
  'ClosedAfterConnectText',
  'ClosedAfterConnectTLS',
]);
const lost = new Set(['ECONNRESET', 'EPIPE', ...ended]);
const unknown = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME']);

/** Codes of Node for a certificate that does not prove whose server it is. */
const untrusted = /CERT|UNABLE_TO/;

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300);

/** Why a mailbox cannot be read, in a sentence for an operator; without the password, which no server is told to repeat. */
export function mailboxFailure(
  { host, port, folder, security }: Pick<MailboxSettings, 'host' | 'port' | 'folder' | 'security'>,
  { code = '', message, authenticationFailed, mailboxMissing, responseText, tlsFailed }: Failure,
): string {
  const at = `${host}:${port}`;
  if (authenticationFailed) return `${host} refuses the user or the password of INBOUND_IMAP_URL.`;
  if (mailboxMissing) return `The mailbox has no folder ${folder.join('/')}.`;
  if (unknown.has(code)) return `The name ${host} is not known to the network.`;
  if (code === 'ECONNREFUSED') return `Nothing answers at ${at}.`;
  if (tooSlow.has(code)) return `${at} does not answer in time.`;
  if (untrusted.test(code)) return `The certificate of ${host} is not trusted: ${onOneLine(message)}.`;
  if (tlsFailed || code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return security === 'starttls'
      ? `${at} does not encrypt by STARTTLS, and nothing is sent to it unencrypted.`
      : `${at} does not speak TLS.`;
  if (lost.has(code)) return `${at} has ended the connection.`;
  return `${host} said: ${onOneLine(responseText || message)}`;
}
