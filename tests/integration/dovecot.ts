import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { freePort } from '#app/platform/runtime/free-port.ts';

const program = '/usr/sbin/dovecot';

/** Why there is no IMAP server for a test on this machine; null where there is one. */
export const whyNoDovecot: string | null =
  existsSync(program) && existsSync('/usr/lib/dovecot/imap')
    ? null
    : 'needs dovecot: apt-get install -y dovecot-imapd';

/** What opens every mailbox of it. */
export const mailboxPassword = 'open/sesame@100%#?';

/** A real IMAP server with mailboxes named box1, box2 and so on, and one named reader, in which nothing can be changed. */
export interface Dovecot {
  /** Plain, or STARTTLS. */
  port: number;
  tlsPort: number;
  /** What it shows to prove who it is, for 127.0.0.2: signed by itself. */
  certificate: string;
  /** Puts a mail into a mailbox that was opened before, filled up to so many bytes. */
  putLarge(user: string, beginning: Uint8Array, bytes: number): void;
  stop(): Promise<void>;
}

/** An account that may have mail: Dovecot gives root none. */
const mailOwner = () => {
  const { uid, gid } = userInfo();
  return uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid };
};

/** Its processes run as what Debian made for them, or all as who runs the tests. */
function processOwners(): string[] {
  const { uid, username } = userInfo();
  if (uid === 0) return [];
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  return [
    `default_internal_user = ${username}`,
    `default_login_user = ${username}`,
    `default_internal_group = ${group}`,
  ];
}

function configuration(folder: string, port: number, tlsPort: number): string {
  const { uid, gid } = mailOwner();
  return [
    `base_dir = ${folder}/run`,
    `state_dir = ${folder}/state`,
    'log_path = /dev/stderr',
    'protocols = imap',
    // The second is this machine too, but by an address that the site does not know as its own.
    'listen = 127.0.0.1, 127.0.0.2',
    ...processOwners(),
    'first_valid_uid = 1',
    'ssl = yes',
    `ssl_cert = <${folder}/certificate.pem`,
    `ssl_key = <${folder}/key.pem`,
    'disable_plaintext_auth = no',
    'auth_failure_delay = 0',
    'passdb {',
    '  driver = passwd-file',
    `  args = ${folder}/passwd`,
    '}',
    'userdb {',
    '  driver = static',
    `  args = uid=${uid} gid=${gid} home=${folder}/mail/%u`,
    '}',
    'mail_location = maildir:~/Maildir',
    'mail_plugins = acl',
    'plugin {',
    `  acl = vfile:${folder}/acl`,
    '}',
    'service anvil {',
    '  chroot =',
    // Failures of one test must not slow the next.
    '  unix_listener anvil-auth-penalty {',
    '    mode = 0',
    '  }',
    '}',
    'service imap-login {',
    '  chroot =',
    '  inet_listener imap {',
    `    port = ${port}`,
    '  }',
    '  inet_listener imaps {',
    `    port = ${tlsPort}`,
    '    ssl = yes',
    '  }',
    '}',
    '',
  ].join('\n');
}

/** Starts it in a folder of its own; it answers when this resolves. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'dovecot-'));
  chmodSync(folder, 0o755);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const mails = join(folder, 'mail');
  mkdirSync(mails);
  chmodSync(mails, 0o777);
  const boxes = Array.from({ length: 30 }, (_, index) => `box${index + 1}`);
  writeFileSync(
    join(folder, 'passwd'),
    [...boxes, 'reader'].map((user) => `${user}:{PLAIN}${mailboxPassword}\n`).join(''),
  );
  writeFileSync(join(folder, 'acl'), 'INBOX user=reader lr\n');
  const pem = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=mail.test', '-addext', 'subjectAltName=IP:127.0.0.2'],
      ...['-keyout', pem.key, '-out', pem.certificate],
    ],
    { stdio: 'ignore' },
  );
  const config = join(folder, 'dovecot.conf');
  writeFileSync(config, configuration(folder, port, tlsPort));
  const child = spawn(program, ['-F', '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes('starting up')) resolve();
    });
    exit.then(() => reject(new Error(`Dovecot did not start: ${said}`)), reject);
  });
  return {
    port,
    tlsPort,
    certificate: readFileSync(pem.certificate, 'utf8'),
    putLarge(user, beginning, bytes) {
      // The name says how large it is, and what fills it takes no room.
      const file = join(mails, user, `Maildir/new/1.large,S=${bytes},W=${bytes}`);
      writeFileSync(file, beginning, { mode: 0o644 });
      truncateSync(file, bytes);
    },
    async stop() {
      child.kill();
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A mailbox as its owner's mail program sees it. */
interface MailProgram {
  /** Puts a mail in, as the mail server would. */
  put(raw: Uint8Array): Promise<void>;
  /** The marks of each mail, in the order in which they came. */
  marks(): Promise<string[][]>;
  /** Sets or takes away a mark, by the place of the mail from 1. */
  mark(place: number, flag: string, isSet: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Opens a mailbox beside the site. */
export async function openMailProgram({ port }: Dovecot, user: string): Promise<MailProgram> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    doSTARTTLS: false,
    auth: { user, pass: mailboxPassword },
    logger: false,
    disableAutoIdle: true,
  });
  await client.connect();
  await client.mailboxOpen('INBOX');
  return {
    async put(raw) {
      await client.append('INBOX', raw);
    },
    async marks() {
      await client.noop();
      const found = await client.search({ all: true });
      if (!found || found.length === 0) return [];
      const mails = await client.fetchAll('1:*', { flags: true });
      return mails.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== '\\Recent').sort());
    },
    async mark(place, flag, isSet) {
      await (isSet ? client.messageFlagsAdd(place, [flag]) : client.messageFlagsRemove(place, [flag]));
    },
    close: () => client.logout(),
  };
}
