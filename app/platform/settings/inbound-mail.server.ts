import { z } from 'zod';
import { isLocalHost } from '#app/platform/settings/local-host.ts';

/** A mailbox that is read by IMAP. */
export interface MailboxSettings {
  host: string;
  port: number;
  /** By TLS from the start (imaps://), after STARTTLS, or, on this machine alone, without. */
  security: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
  /** The folder, by the names that lead to it. */
  folder: readonly string[];
  /** Whether a mail that was taken is deleted there, instead of being marked as read. */
  deletesTaken: boolean;
}

/** Where answers to support's mails arrive, and how they come in: handed in by who knows the secret, or fetched. One of the two is there. */
export interface InboundMailSettings {
  address: string;
  secret: string | null;
  mailbox: MailboxSettings | null;
}

/** The settings of mail that comes in. */
export const inboundMailShape = {
  INBOUND_MAIL_ADDRESS: z.email().optional(),
  INBOUND_MAIL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  INBOUND_IMAP_URL: z
    .string()
    .regex(/^imaps?:\/\//, 'must start with imaps:// or imap://')
    .optional(),
  INBOUND_IMAP_TAKEN: z.enum(['keep', 'delete']).default('keep'),
} as const;

type Values = z.output<z.ZodObject<typeof inboundMailShape>>;

function partsOf(address: string): Omit<MailboxSettings, 'deletesTaken'> | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(address);
  if (!hostname || !username || !password || search || hash) return null;
  const isTls = protocol === 'imaps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const folder = pathname.split('/').filter(Boolean);
  try {
    return {
      host,
      port: port ? Number(port) : isTls ? 993 : 143,
      security: isTls ? 'tls' : isLocalHost(hostname) ? 'none' : 'starttls',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      folder: folder.length > 0 ? folder.map(decodeURIComponent) : ['INBOX'],
    };
  } catch {
    return null;
  }
}

/** Settings that do not go together: names and what is wrong with them. */
export function problemsOfInboundMail(env: Partial<Values>): [name: string, message: string][] {
  const problems: [string, string][] = [];
  const { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret, INBOUND_IMAP_URL: mailbox } = env;
  if (address && !secret && !mailbox)
    problems.push([
      'INBOUND_MAIL_SECRET',
      'is required where INBOUND_MAIL_ADDRESS is given, unless INBOUND_IMAP_URL is: mails are handed in or fetched',
    ]);
  if (!address && (secret || mailbox))
    problems.push([
      'INBOUND_MAIL_ADDRESS',
      `is required where ${secret ? 'INBOUND_MAIL_SECRET' : 'INBOUND_IMAP_URL'} is given`,
    ]);
  if (mailbox && !partsOf(mailbox))
    problems.push([
      'INBOUND_IMAP_URL',
      'must be imaps://user:password@mail.example.com:993/INBOX, with special characters of user and password percent-encoded',
    ]);
  if (env.INBOUND_IMAP_TAKEN === 'delete' && !mailbox)
    problems.push(['INBOUND_IMAP_URL', 'is required where INBOUND_IMAP_TAKEN is given']);
  return problems;
}

/** How mail comes in; null where none does. */
export function inboundMailOf(env: Values): InboundMailSettings | null {
  const { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret, INBOUND_IMAP_URL: url } = env;
  if (!address) return null;
  const parts = url === undefined ? null : partsOf(url);
  return {
    address: address.toLowerCase(),
    secret: secret ?? null,
    mailbox: parts && { ...parts, deletesTaken: env.INBOUND_IMAP_TAKEN === 'delete' },
  };
}
