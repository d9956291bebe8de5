import { type MailLine, maxLines } from '#app/platform/mail/reading/mail-line.ts';

/** Addresses, and names of pictures that stand in their place, are written differently in each form of a mail. */
const unlike =
  /<?\bhttps?:\/\/[^\s<>]*>?|\[(?:cid|image|picture|bild|imagen|immagine|inline)[^\]]{0,200}\]/gi;

/** Words of letters and digits; in scripts without spaces each letter is one. */
const wordForm =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;

/** The words of a line; the number or dash of a list is none. */
function wordsOf(line: string): string[] {
  const text = line
    .slice(0, 20_000)
    .replace(/^\s*(?:\d{1,3}[.)]|[-*•])\s/, '')
    .replaceAll(unlike, ' ');
  return text.toLowerCase().normalize('NFKC').match(wordForm) ?? [];
}

/** How often each word stands in some lines. */
function countWords(lines: readonly MailLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of lines.slice(0, maxLines))
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The lines with words that do not stand in another form of the same mail, in their order. */
function linesMissingIn(lines: readonly MailLine[], other: readonly MailLine[]): MailLine[] {
  const left = countWords(other);
  return lines.slice(0, maxLines).filter(({ text }) => {
    let isMissing = false;
    for (const word of wordsOf(text)) {
      const count = left.get(word) ?? 0;
      if (count === 0) isMissing = true;
      else left.set(word, count - 1);
    }
    return isMissing;
  });
}

/** So few words that the other form has not are those of "Please view this email in HTML" rather than of a person. */
const stubWords = 40;

const wordCount = (lines: readonly MailLine[]) =>
  lines.reduce((count, { text }) => count + wordsOf(text).length, 0);

/** The words of a mail that comes in several forms. */
interface MailForms {
  lines: MailLine[];
  /** Lines of a form that is not shown, of which the one that is shown says nothing. */
  others: MailLine[];
}

/**
 * Of several forms of the same text the first, which is the plain one, where it says all that the others say. Where another says more,
 * that one, and what only the first says is kept beside it; more of it than a program writes by itself is shown too.
 */
export function joinForms(forms: readonly MailLine[][]): MailForms {
  const [first = [], ...rest] = forms.filter((lines) => lines.some(({ text }) => wordsOf(text).length > 0));
  return rest.reduce<MailForms>(
    ({ lines, others }, form) => {
      if (linesMissingIn(form, lines).length === 0) return { lines, others };
      const missing = linesMissingIn(lines, form);
      if (missing.length === 0) return { lines: form, others };
      return wordCount(missing) > stubWords
        ? {
            lines: [...form, ...(form.at(-1)?.text === '' ? [] : [{ text: '', depth: 0 }]), ...missing],
            others,
          }
        : { lines: form, others: [...others, ...missing] };
    },
    { lines: first, others: [] },
  );
}
