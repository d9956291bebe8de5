import {
  type Attachment,
  isKeptAsItCame,
  readAttachment,
} from '#app/domain/talk/support/attachments.server.ts';
import { scanFile } from '#app/platform/files/virus-scanner.server.ts';
import { type MailFile, maxFileBytes } from '#app/platform/mail/reading/read-mail.ts';

/** So many files of a mail are kept as files; the others are in the mail itself, which is kept too. */
const maxMailFiles = 10;

/** A picture that a mail shows among its words is a logo or the like up to this size: bytes, and pixels to a side. */
const logo = { bytes: 8_000, side: 100 };

/** A file that was left out of a message, and why. */
export interface LeftOutFile {
  name: string;
  type: string;
  byteCount: number;
  /** In words, such as "larger than 5 MB". */
  reason: string;
  /** Whether nobody misses it: a logo, or a digital signature. */
  isMinor: boolean;
}

const winmail = 'Outlook’s own format, which only Outlook opens';

/** Why a file need not be looked at; null for one that has to be. */
function plainReason({ name, type, byteCount }: MailFile): { reason: string; isMinor: boolean } | null {
  if (type === 'application/ms-tnef' || name.toLowerCase() === 'winmail.dat')
    return { reason: winmail, isMinor: false };
  if (/^application\/(?:x-)?(?:pgp-signature|pkcs7-signature)$/.test(type))
    return { reason: 'a digital signature', isMinor: true };
  if (byteCount === 0) return { reason: 'empty', isMinor: false };
  if (byteCount > maxFileBytes) return { reason: 'larger than 5 MB', isMinor: false };
  return null;
}

/** Why a file is not beside the message: nothing of an email is lost, but a virus is one click further away. */
const reasonOf = {
  infected: 'our virus scanner found something in it: don’t open it from the original email either',
  refused: 'it could not be checked for viruses',
  away: 'it could not be checked for viruses',
} as const;

const isLogo = ({ isShown, byteCount }: MailFile, { width, height }: Attachment) =>
  width !== null &&
  height !== null &&
  ((width <= 2 && height <= 2) ||
    (isShown && byteCount <= logo.bytes && width <= logo.side && height <= logo.side));

/** What can be kept of a mail's files as files of its message, and what was left out. `mayRead` is asked before each that costs time. */
export async function readMailFiles(
  files: readonly MailFile[],
  mayRead: () => Promise<boolean> = async () => true,
): Promise<{ attachments: Attachment[]; leftOut: LeftOutFile[] }> {
  const attachments: Attachment[] = [];
  const leftOut: LeftOutFile[] = [];
  let isScannerAway = false;
  const scan = async (attachment: Attachment, bytes: Uint8Array) => {
    if (!isKeptAsItCame(attachment)) return 'clean';
    // A scanner that does not answer is waited for once. One that refuses a file may well look into the next.
    const verdict = isScannerAway ? 'away' : await scanFile(bytes);
    isScannerAway = verdict === 'away';
    return verdict;
  };
  for (const file of files) {
    const { name, type, byteCount, bytes } = file;
    const leave = (reason: string, isMinor = false) =>
      leftOut.push({ name: name || 'a file without a name', type, byteCount, reason, isMinor });
    const plain = plainReason(file);
    if (plain) leave(plain.reason, plain.isMinor);
    else if (attachments.length >= maxMailFiles || !bytes) leave(`more than ${maxMailFiles} files`);
    else if (!(await mayRead())) leave('too many files from this sender today');
    else {
      const attachment = await readAttachment({ name: name || 'file', bytes });
      if (!attachment) leave('not a picture (JPEG, PNG, GIF, WebP) or PDF that can be opened');
      else if (isLogo(file, attachment)) leave('a small picture among the words, such as a logo', true);
      else {
        const verdict = await scan(attachment, bytes);
        if (verdict === 'clean') attachments.push(attachment);
        else leave(reasonOf[verdict]);
      }
    }
  }
  return { attachments, leftOut };
}

const sizes = [
  { bytes: 1_000_000, unit: 'MB' },
  { bytes: 1_000, unit: 'kB' },
];

/** A number of bytes as people read it. */
const sizeOf = (byteCount: number): string => {
  const size = sizes.find(({ bytes }) => byteCount >= bytes);
  return size ? `${(byteCount / size.bytes).toFixed(1)} ${size.unit}` : `${byteCount} bytes`;
};

/** A file that was left out, in one line. */
const leftOutLine = ({ name, type, byteCount, reason }: LeftOutFile): string =>
  `${name} (${type}, ${sizeOf(byteCount)}): ${reason}`;

/** A message names so many files that were left out; the page of the whole email names all of them. */
const maxNamed = 20;

/** What a message says below its words of what was left out of it; empty where nobody misses anything. */
export function leftOutNote(leftOut: readonly LeftOutFile[], problems: readonly string[]): string {
  const missed = leftOut.filter(({ isMinor }) => !isMinor);
  const more = missed.length - maxNamed;
  const named = [
    ...missed.slice(0, maxNamed).map(leftOutLine),
    ...(more > 0 ? [`and ${more} more, named where the whole email is shown`] : []),
  ];
  const parts = [
    missed.length === 0 ? '' : `Left out, but kept in the original email:\n${named.join('\n')}`,
    problems.length === 0 ? '' : `Not everything in this email could be read:\n${problems.join('\n')}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
