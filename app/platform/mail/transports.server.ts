import type { SendMailOptions, Transporter } from 'nodemailer';
import { config } from '#app/platform/config.server.ts';
import type { MailLane } from '#app/platform/mail/templates.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';
import { isLocalHost } from '#app/platform/settings/local-host.ts';
import { inSpan } from '#app/platform/tracing/spans.server.ts';

const nodemailer = onDemand<typeof import('nodemailer')>('nodemailer');

/**
 * How many connections to the mail server each lane may have open in a process, and so how many mails it hands over at once. Together they
 * stay at ten, which servers that count connections allow.
 */
export const connectionsOf: Record<MailLane, number> = { security: 2, transactional: 3, bulk: 5 };

/** Mails that one connection carries before it is closed; many servers take no more than a hundred. */
const mailsPerConnection = 100;

/** A server that says nothing for so long has gone, in milliseconds. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

const transports = new Map<MailLane, { url: string; transport: Transporter }>();

/** Where a lane's mails are handed over; null in the demo, which has no mail server. */
export function smtpUrlOf(lane: MailLane): string | null {
  const { smtpUrl, bulkSmtpUrl } = config();
  return lane === 'bulk' ? (bulkSmtpUrl ?? smtpUrl) : smtpUrl;
}

/** Mails carry links that let someone in: off this machine they travel by TLS, or not at all. */
function transportOf(lane: MailLane, url: string): Transporter {
  const open = transports.get(lane);
  if (open?.url === url) return open.transport;
  open?.transport.close();
  const transport = nodemailer().createTransport(
    {
      url,
      pool: true,
      maxConnections: connectionsOf[lane],
      maxMessages: mailsPerConnection,
      // A connection that the server closed while it was idle costs no attempt.
      maxRequeues: 1,
      requireTLS: !isLocalHost(new URL(url).hostname),
      ...timeouts,
    } as Parameters<ReturnType<typeof nodemailer>['createTransport']>[0],
    { from: config().mailFrom },
  );
  transports.set(lane, { url, transport });
  return transport;
}

/** Hands a mail to the lane's server, over a connection that is kept open for the next. @throws the mail server's error */
export async function handOver(lane: MailLane, url: string, message: SendMailOptions): Promise<void> {
  await inSpan(
    () => {
      const { hostname } = new URL(url);
      return { name: `SMTP ${hostname}`, kind: 'client', attributes: { 'server.address': hostname } };
    },
    () => transportOf(lane, url).sendMail(message),
  );
}

/** Closes connections kept open to mail servers. */
export function closeMailTransport(): void {
  for (const { transport } of transports.values()) transport.close();
  transports.clear();
}
