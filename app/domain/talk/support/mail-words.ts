import type { OwnMail } from '#app/domain/talk/support/quotation/own-mail.ts';
import { textOf, withoutQuotation } from '#app/domain/talk/support/quotation/quotation.ts';
import { readMailHead } from '#app/platform/mail/reading/mail-head.ts';
import { type ReadMail, readMail } from '#app/platform/mail/reading/read-mail.ts';

/** So many letters of a mail are shown as a message; the whole is kept beside it. */
const mailLength = 10_000;

/** A mail as it came, and by what a quotation of ours is known: plain data, for another thread. */
export interface MailWordsInput {
  raw: Uint8Array;
  /** The addresses that the site sends from and reads at, in small letters. What stands behind a plus in them counts too. */
  ownAddresses: string[];
  /** What the site calls itself. */
  names: string[];
  /** What was said in its ticket before, by both sides. */
  texts: string[];
}

/** What a mail says. */
export interface MailWords extends Omit<ReadMail, 'lines' | 'otherLines'> {
  /** All of its words, with what is quoted. */
  text: string;
  /** What its writer said, at most `mailLength` letters and a mark that there is more. */
  words: string;
  /** Whether nothing but quotations and signatures was found, so that `words` is all of these. */
  isNothingElse: boolean;
  /** Whether `words` is less than `text`. */
  isCut: boolean;
}

const withoutTag = (address: string): string => {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
};

/** Reads a mail, and finds in it what its writer said. It takes time in proportion to the mail's length, whatever that holds. */
export function readMailWords(input: MailWordsInput): MailWords {
  try {
    return readWords(input);
  } catch {
    return unreadMail(input.raw, 'it is broken in a way that this site does not understand');
  }
}

/** A mail of which only the header is read, which is kept like any other; `reason` says why, in words. */
export const unreadMail = (raw: Uint8Array, reason: string): MailWords => ({
  ...readMailHead(raw),
  text: '',
  words: '',
  isNothingElse: false,
  isCut: true,
  files: [],
  report: null,
  problems: [`None of its words and files: ${reason}.`],
});

function readWords({ raw, ownAddresses, names, texts }: MailWordsInput): MailWords {
  const { lines, otherLines, ...mail } = readMail(raw);
  const own: OwnMail = {
    isOwnAddress: (address) => ownAddresses.includes(withoutTag(address)),
    names,
    subject: mail.subject,
    texts,
  };
  const { text: said, isNothingElse } = withoutQuotation(lines, own);
  const shown = textOf(lines);
  const others = textOf(otherLines);
  const text = others === '' ? shown : `${shown}\n\n---------- Only in the plain text ----------\n${others}`;
  const words = said.length > mailLength ? `${said.slice(0, mailLength).toWellFormed()}\n[...]` : said;
  return { ...mail, text, words, isNothingElse, isCut: words !== text };
}
