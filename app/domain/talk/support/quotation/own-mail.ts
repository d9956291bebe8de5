/** What is known of the mail that somebody answers: by it a quotation of ours is told from words that only look like one. */
export interface OwnMail {
  /** Whether an address is one that the site sends from. */
  isOwnAddress: (address: string) => boolean;
  /** What the site calls itself. */
  names: readonly string[];
  /** The subject of the answer. */
  subject: string;
  /** What was said in the ticket before, by both sides. */
  texts: readonly string[];
}

/** Whether a line has an address or a name of ours in it. */
export function namesUs(text: string, { isOwnAddress, names }: OwnMail): boolean {
  const lower = text.toLowerCase();
  return (
    names.some((name) => name !== '' && lower.includes(name.toLowerCase())) ||
    lower.split(/[\s<>()"',;:[\]]/).some((word) => word.includes('@') && isOwnAddress(word))
  );
}

/** What programs put before a subject, in the usual languages. */
const prefixes = new Set(
  're aw antw antwort fw fwd wg tr rv res enc rif r i odp pd sv vs vl ynt ilt atb vb doorst vá továbbítás на отв ответ 回复 答复 转发 返信 転送 回覆 轉寄 trả lời'.split(
    ' ',
  ),
);

/** A subject without what programs put before it, to compare. */
export function bareSubject(subject: string): string {
  let text = subject.slice(0, 300).trim().toLowerCase();
  for (let count = 0; count < 10; count += 1) {
    const colon = text.search(/[:：]/);
    const prefix = text
      .slice(0, Math.max(colon, 0))
      .replace(/\[\d+\]$/, '')
      .trim();
    if (colon === -1 || !prefixes.has(prefix)) break;
    text = text.slice(colon + 1).trim();
  }
  return text.replaceAll(/\s+/g, ' ');
}

/** Whether somebody has written a subject of their own in place of the one that they answer. */
export function isNewSubject(subject: string, answeredSubject: string): boolean {
  const bare = bareSubject(subject);
  const isAnswer = bare !== subject.slice(0, 300).trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return (
    bare !== '' && !isAnswer && ticketNumberIn(subject) === null && bare !== bareSubject(answeredSubject)
  );
}

/** The number that the subjects of a ticket's mails have; null for any other subject. */
export function ticketNumberIn(subject: string): number | null {
  const [, digits] = /\[#([1-9]\d{0,8})\]/.exec(subject.slice(0, 300)) ?? [];
  return digits === undefined ? null : Number(digits);
}
