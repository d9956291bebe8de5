import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import { type Merge, mergeValues } from '#app/domain/operating/letters/merge-fields.ts';
import {
  type LetterText,
  letterMail,
  renderMarked,
  unsubscribeMark,
} from '#app/domain/operating/letters/rendering.server.ts';
import { addressProblem } from '#app/domain/publishing/links.server.ts';
import { config } from '#app/platform/config.server.ts';
import { mailRenderer } from '#app/platform/mail/outbox.server.ts';
import type { RenderedMail } from '#app/platform/mail/templates.ts';
import { fetchStatus } from '#app/platform/outgoing/post.server.ts';

/** Somebody whom a letter is shown for who is nobody. */
const example = { name: 'Ada Example', company: 'Example Inc.', username: 'ada' };

/** The letter as its reader gets it, for a person who is made up. */
export function previewLetter(letter: LetterText & { kind: string }): RenderedMail {
  const marked = renderMarked(letter);
  const values: Record<string, string> = {
    ...mergeValues(marked.merges, example),
    [unsubscribeMark]: `${config().appUrl}/notifications/emails`,
  };
  const fill = (text: string) => text.replace(/\uE000(\w+)\uE001/g, (_, name: string) => values[name] ?? '');
  const mail = mailRenderer()('letter', letterMail(marked, letterKindName(letter.kind)), {
    isVerified: true,
  });
  return { ...mail, subject: fill(mail.subject), html: fill(mail.html), text: fill(mail.text) };
}

/** Mail programs cut what is longer, in bytes; Gmail from about 102 kB on. */
const maxBytes = 100_000;
/** Phones show about so many characters of a subject. */
const shownSubject = 60;

/** What keeps a letter from being sent, as far as no other server is asked. */
export function cheapProblems(letter: LetterText & { kind: string }): string[] {
  if (letter.body === '') return ['The letter has no text yet.'];
  const { html, headers } = previewLetter(letter);
  const bytes = Buffer.byteLength(html);
  return [
    ...(bytes > maxBytes
      ? [
          `The email is ${Math.ceil(bytes / 1_000)} kB. Mail programs cut it off after 100 kB: make it shorter.`,
        ]
      : []),
    ...(headers['List-Unsubscribe-Post'] ? [] : ['The link to unsubscribe is missing.']),
  ];
}

/** A thing that was looked at before a letter is sent. */
export interface LetterCheck {
  state: 'good' | 'warning' | 'problem';
  text: string;
}

async function checkLink(url: string): Promise<LetterCheck | null> {
  const { appUrl, allowsAnyWebhookTarget } = config();
  if (/^mailto:/i.test(url)) return null;
  if (url === appUrl || url.startsWith(`${appUrl}/`)) {
    const problem = addressProblem(url.slice(appUrl.length) || '/');
    return problem ? { state: 'problem', text: problem } : null;
  }
  try {
    const status = await fetchStatus(new URL(url), { isAnyAllowed: allowsAnyWebhookTarget, limitMs: 5_000 });
    if (status < 400) return null;
    // Some servers refuse whatever is no browser.
    return {
      state: status === 403 || status === 429 ? 'warning' : 'problem',
      text: `${url} answers ${status}.`,
    };
  } catch (error) {
    return {
      state: 'problem',
      text: `${url}: ${error instanceof Error ? error.message : 'no answer came.'}`,
    };
  }
}

/** So many links are asked; a letter with more is told so. */
const askedLinks = 30;

const linksWork = (count: number) =>
  count === 0 ? 'There are no links.' : count === 1 ? 'The link works.' : `All ${count} links work.`;

/** What is wrong with fields that are empty for somebody and have no fallback. */
function emptyFields(
  merges: readonly Merge[],
  lacking: { withoutName: number; withoutCompany: number } | null,
): LetterCheck[] {
  const fields = new Map(merges.map((merge) => [`${merge.field}|${merge.fallback}`, merge]));
  return [...fields.values()].flatMap(({ field, fallback }): LetterCheck[] => {
    if (fallback !== '' || field === 'username') return [];
    if (!lacking)
      return [
        { state: 'warning', text: `{{ ${field} }} has no fallback: it is empty for people who left it out.` },
      ];
    const count = field === 'company' ? lacking.withoutCompany : lacking.withoutName;
    return count > 0
      ? [{ state: 'problem', text: `{{ ${field} }} is empty for ${count} of them: add a fallback.` }]
      : [];
  });
}

const good = (text: string): LetterCheck => ({ state: 'good', text });

const subjectCheck = ({ length }: string, which: string): LetterCheck =>
  length > shownSubject
    ? {
        state: 'warning',
        text: `${which} subject has ${length} characters; phones show about ${shownSubject}.`,
      }
    : good(`${which} subject has ${length} characters.`);

/**
 * Looks at a letter before it is sent, its links too: those of other sites are opened, none of the site's own network. `lacking` is how many
 * readers have no name or company; null where nobody knows yet who they will be.
 */
export async function checkLetter(
  letter: LetterText & { kind: string; otherSubject?: string },
  lacking: { withoutName: number; withoutCompany: number } | null,
): Promise<LetterCheck[]> {
  const { links, ...own } = renderMarked(letter);
  const other = letter.otherSubject ? [renderMarked({ ...letter, subject: letter.otherSubject })] : [];
  const subjects = [own, ...other].map(({ subject }) => subject);
  const merges = [own, ...other].flatMap((marked) => [...marked.merges.values()]);
  const linkResults = await Promise.all(links.slice(0, askedLinks).map(checkLink));
  const linkChecks = linkResults.filter((check) => check !== null);
  const empty = emptyFields(merges, lacking);
  return [
    ...cheapProblems(letter).map((text): LetterCheck => ({ state: 'problem', text })),
    ...linkChecks,
    ...(linkChecks.length === 0 ? [good(linksWork(links.length))] : []),
    ...(links.length > askedLinks
      ? [{ state: 'warning' as const, text: `Only the first ${askedLinks} links were opened.` }]
      : []),
    ...(empty.length > 0 ? empty : [good('Every personal field has text for everyone.')]),
    ...subjects.map((subject, place) => subjectCheck(subject, ['The', 'The second'][place] ?? '')),
    good('People can unsubscribe with one click.'),
  ];
}
