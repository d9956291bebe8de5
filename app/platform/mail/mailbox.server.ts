import type { ImapFlow, SearchObject } from 'imapflow';
import { joinedBytes } from '#app/platform/joined-bytes.ts';
import { mailboxFailure } from '#app/platform/mail/mailbox-failure.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';
import type { MailboxSettings } from '#app/platform/settings/inbound-mail.server.ts';

const imapflow = onDemand<typeof import('imapflow')>('imapflow');

/** A mailbox cannot be read; `message` says why, in a sentence for an operator. */
export class MailboxError extends Error {}

/** The mailbox was closed because the process stops: nothing is wrong with it. */
export class MailboxClosed extends Error {}

/** A folder of a mailbox that is open. Whatever it does throws {MailboxError}, or {MailboxClosed}. Mails are known by their UID. */
export interface Mailbox {
  /** Mails that were neither taken nor left, the oldest first. */
  listNew(): Promise<number[]>;
  /** How many were left for the operator: flagged, and read by nobody. */
  countLeft(): Promise<number>;
  /** The whole mail; null where it has gone, 'too_large' where it has more bytes than that: such a mail is not loaded. */
  read(uid: number, maxBytes: number): Promise<Uint8Array | 'too_large' | null>;
  /** Marks a mail as read, or deletes it, as the settings say. */
  markTaken(uid: number): Promise<void>;
  /** Flags a mail, so that it is not tried again until somebody takes the flag away. */
  markLeft(uid: number): Promise<void>;
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** So many bytes of a mail are asked for at a time. */
const pieceBytes = 500_000;

/** A server that answers with more than this at once is not listened to, in bytes. */
const maxAnswerBytes = 2_000_000;

const flags = { processed: '\\Seen', unreadable: '\\Flagged' };
const isNew: SearchObject = { seen: false, flagged: false, deleted: false };
const isLeft: SearchObject = { seen: false, flagged: true, deleted: false };

const open = new Map<ImapFlow, { isStopping: boolean }>();

/** Closes what is read just now; whoever reads it is told by {MailboxClosed}. */
export function closeMailboxes(): void {
  for (const [client, state] of open) {
    state.isStopping = true;
    client.close();
  }
}

/** Off this machine a mailbox is read by TLS, with a certificate that proves whose server it is, or not at all. */
const connectionTo = ({ host, port, security, user, password }: MailboxSettings): ImapFlow =>
  new (imapflow().ImapFlow)({
    host,
    port,
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxLiteralSize: maxAnswerBytes,
    // The numbers of all mails of a folder come in one line.
    maxResponseSize: 10 * maxAnswerBytes,
    ...timeouts,
  });

/**
 * Opens the folder of the settings for `use`, on a connection of its own that is closed afterwards.
 * @throws {MailboxError} where the mailbox cannot be read; {MailboxClosed} where it was closed meanwhile; what `use` throws
 */
export async function withMailbox<T>(
  settings: MailboxSettings,
  use: (mailbox: Mailbox) => Promise<T>,
): Promise<T> {
  const client = connectionTo(settings);
  const state = { isStopping: false };
  // What is lost between two calls is told by the next.
  client.on('error', () => undefined);
  open.set(client, state);
  /** What the server is asked for; its failures in words. */
  const ask = async <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await question();
    } catch (error) {
      if (state.isStopping) throw new MailboxClosed('The mailbox was closed.');
      if (error instanceof MailboxError) throw error;
      throw new MailboxError(mailboxFailure(settings, error as Error));
    }
  };
  try {
    await ask(() => client.connect());
    const { readOnly, permanentFlags } = await ask(() => client.mailboxOpen([...settings.folder]));
    const keeps = (flag: string) => !permanentFlags || permanentFlags.has('\\*') || permanentFlags.has(flag);
    if (readOnly || !keeps(flags.processed) || !keeps(flags.unreadable))
      throw new MailboxError(
        `${settings.host} does not let mails be marked in ${settings.folder.join('/')}: it is read-only.`,
      );
    const result = await use(folderOf(client, settings, ask));
    await client.logout().catch(() => undefined);
    return result;
  } finally {
    open.delete(client);
    client.close();
  }
}

/**
 * The source of a mail, whatever size its server has named: asked for piece by piece, so that neither this process nor the server ever
 * puts the whole of it together at once.
 */
async function readInPieces(client: ImapFlow, uid: number, maxBytes: number) {
  const pieces: Buffer[] = [];
  let length = 0;
  while (length <= maxBytes) {
    const fetched = await client.fetchOne(
      uid,
      { source: { start: length, maxLength: pieceBytes } },
      { uid: true },
    );
    if (fetched === false || fetched.source === undefined) return null;
    pieces.push(fetched.source);
    length += fetched.source.length;
    if (fetched.source.length < pieceBytes)
      return length > maxBytes ? 'too_large' : joinedBytes(pieces, new ArrayBuffer(length));
  }
  return 'too_large';
}

type Ask = <Answer>(question: () => Promise<Answer>) => Promise<Answer>;

function folderOf(client: ImapFlow, settings: MailboxSettings, ask: Ask): Mailbox {
  const byUid = { uid: true };
  /** A command that was not done says no more than that. */
  const refused = (what: string): Error =>
    client.usable
      ? new MailboxError(`${settings.host} refuses to ${what} in ${settings.folder.join('/')}.`)
      : Object.assign(new Error('lost'), { code: 'NoConnection' });
  const search = (criteria: SearchObject) =>
    ask(async () => {
      const uids = await client.search(criteria, byUid);
      if (!uids) throw refused('search for mails');
      return uids.toSorted((one, other) => one - other);
    });
  const mark = (change: () => Promise<boolean>) =>
    ask(async () => {
      if (!(await change())) throw refused('mark a mail');
    });
  return {
    listNew: () => search(isNew),
    countLeft: async () => (await search(isLeft)).length,
    read: (uid, maxBytes) =>
      ask(async () => {
        const sized = await client.fetchOne(uid, { size: true }, byUid);
        if (!sized) return null;
        if ((sized.size ?? 0) > maxBytes) return 'too_large';
        return readInPieces(client, uid, maxBytes);
      }),
    markTaken: (uid) =>
      mark(() =>
        settings.deletesTaken
          ? client.messageDelete(String(uid), byUid)
          : client.messageFlagsAdd(String(uid), [flags.processed], byUid),
      ),
    markLeft: (uid) => mark(() => client.messageFlagsAdd(String(uid), [flags.unreadable], byUid)),
  };
}
