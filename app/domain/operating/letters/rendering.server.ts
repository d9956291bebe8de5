import { type Merge, mark, markMerges } from '#app/domain/operating/letters/merge-fields.ts';
import { config } from '#app/platform/config.server.ts';
import { renderMailMarkdown } from '#app/platform/content/mail-markdown.server.ts';
import { escapePattern } from '#app/platform/escape-pattern.ts';

/** What a letter says. */
export interface LetterText {
  subject: string;
  preheader: string;
  body: string;
}

/** A letter with marks in the places of its merge fields. */
interface MarkedLetter {
  subject: string;
  preheader: string;
  html: string;
  text: string;
  merges: ReadonlyMap<string, Merge>;
  /** Addresses its links lead to, whole, each once. */
  links: string[];
}

const plain = (attribute: string) =>
  attribute
    .replaceAll('&#x26;', '&')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x22;', '"');

/** Renders a letter once, however many readers it has. */
export function renderMarked({ subject, preheader, body }: LetterText): MarkedLetter {
  const merges = new Map<string, Merge>();
  const marked = markMerges(body, merges);
  const { html, text } = renderMailMarkdown(marked, config().appUrl);
  const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => plain(address));
  return {
    subject: markMerges(subject, merges),
    preheader: markMerges(preheader, merges),
    html,
    text,
    merges,
    links: [...new Set(links)],
  };
}

/** The letter with the addresses of its links replaced, those that have a replacement. */
export function withLinks(letter: MarkedLetter, replacements: ReadonlyMap<string, string>): MarkedLetter {
  if (replacements.size === 0) return letter;
  // The longest first: one address may begin with another.
  const addresses = [...replacements.keys()].sort((a, b) => b.length - a.length);
  const anyAddress = new RegExp(addresses.map(escapePattern).join('|'), 'g');
  return {
    ...letter,
    html: letter.html.replace(/ href="([^"]*)"/g, (whole, address: string) => {
      const replacement = replacements.get(plain(address));
      return replacement ? ` href="${replacement}"` : whole;
    }),
    text: letter.text.replace(anyAddress, (address) => replacements.get(address) ?? address),
  };
}

/** The mark in whose place each reader's own link to unsubscribe stands. */
export const unsubscribeMark = 'unsubscribe';

/** What the mail of a letter is made from, for all of its readers. */
export function letterMail({ subject, preheader, html, text }: MarkedLetter, kindName: string) {
  const { appUrl } = config();
  return {
    subject,
    preheader,
    kindName,
    letter: { html, text },
    preferencesUrl: `${appUrl}/notifications/emails`,
    unsubscribeUrl: mark(unsubscribeMark),
  };
}
