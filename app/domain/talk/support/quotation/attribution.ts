import { namesUs, type OwnMail } from '#app/domain/talk/support/quotation/own-mail.ts';
import type { MailLine } from '#app/platform/mail/reading/mail-line.ts';

/** What "wrote" is called before a quotation, in the languages of the usual mail programs. */
const wroteWords = new Set(
  `wrote writes said says schrieb schrieben geschrieben écrit dit escribió escribio escrito escreveu scritto scrisse schreef skrev skrevet
   kirjoitti napisał napisała napisal napsal napsala napísal napísala írta написал написала написав написала пише пишет писал написа написао
   yazdı έγραψε scris napisao napisala viết menulis rašė rakstīja kirjutas escriure كتب كتبت كتابة כתב כתבה geschreven
   geskryf escribiu idatzi skrifaði shkroi ysgrifennodd scríobh sinulat isinulat aliandika жазды напиша yozdi نوشت نوشته لکھا लिखा लिहिले লিখেছেন
   எழுதினார் రాశారు લખ્યું ਲਿਖਿਆ დაწერა գրել quoting quotes zitat citando citation citerar citat cytat цитирую`
    .split(/\s+/)
    .map((word) => word.normalize('NFC')),
);
/** The same where words are not parted by spaces. */
const wroteParts = [
  '写道',
  '寫道',
  '写了',
  '書きました',
  '書き込みました',
  'のメール',
  '작성',
  '썼습니다',
  'เขียน',
];

/** Longer lines, and more of them, introduce no quotation. */
const maxLength = 500;
const maxLinesOfOne = 4;

const timeForm = /(?<!\p{Nd})\p{Nd}{1,2}[:.h]\p{Nd}{2}(?!\p{Nd})/u;
const yearForm =
  /(?<!\p{Nd})(?:19|20)\p{Nd}{2}(?!\p{Nd})|(?<!\p{Nd})\p{Nd}{1,2}[/.-]\p{Nd}{1,2}[/.-]\p{Nd}{2}(?!\p{Nd})/u;
const arabicYear = /[٠-٩]{4}|[۰-۹]{4}/;

/** Marks of direction, which Hebrew and Arabic programs put around names. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const bare = (text: string) => text.replace(directionMarks, '').replaceAll('*', '').trim();

/** How a line, or several as one, would introduce a quotation. */
interface Signs {
  endsInColon: boolean;
  hasDate: boolean;
  hasTime: boolean;
  hasAddress: boolean;
  hasVerb: boolean;
  /** `---- On ... wrote ----`, as Zoho has it. */
  isFramed: boolean;
}

function signsOf(given: string): Signs {
  const text = bare(given);
  const isFramed = text.startsWith('---') && text.endsWith('---');
  const last = text.at(-1) ?? '';
  const lower = text.toLowerCase().normalize('NFC');
  return {
    endsInColon: last === ':' || last === '：',
    hasTime: timeForm.test(text),
    hasDate: timeForm.test(text) || yearForm.test(text) || arabicYear.test(text),
    hasAddress: lower.split(/[\s<>()"',;]/).some((word) => word.indexOf('@') > 0 && word.length < 320),
    hasVerb:
      lower.split(/[^\p{L}\p{M}]/u).some((word) => wroteWords.has(word)) ||
      wroteParts.some((part) => lower.includes(part)),
    isFramed,
  };
}

const isOne = ({ endsInColon, hasDate, hasAddress, hasVerb, isFramed }: Signs) =>
  isFramed
    ? hasDate && hasVerb
    : endsInColon && ((hasVerb && (hasDate || hasAddress)) || (hasDate && hasAddress));

/** A line that introduces a quotation, such as "On Monday, Ada wrote:", perhaps wrapped into several. */
export interface Attribution {
  /** Its first and last line. */
  start: number;
  end: number;
  /** Whether no person writes such a line by hand, and what it introduces is ours, marked as a quotation or not. */
  isOurs: boolean;
}

/** The attribution that ends at a line; null where none does. */
export function attributionEndingAt(
  lines: readonly MailLine[],
  end: number,
  own: OwnMail,
): Attribution | null {
  const last = bare(lines[end]?.text ?? '').at(-1) ?? '';
  if (last !== ':' && last !== '：' && last !== '-') return null;
  let text = '';
  let found: { start: number; signs: Signs; text: string } | null = null;
  for (let start = end; start >= 0 && start > end - maxLinesOfOne; start -= 1) {
    const line = lines[start];
    if (!line || line.depth !== lines[end]?.depth || line.text.trim() === '') break;
    text = `${line.text.slice(-maxLength)} ${text}`;
    if (text.length > maxLength) break;
    const signs = signsOf(text);
    if (isOne(signs)) found ??= { start, signs, text };
    // "<ada@example.com> wrote:" goes with the line before it that has the date.
    if (found && (found.signs.hasDate || signs.hasDate)) {
      if (signs.hasDate && isOne(signs) && !found.signs.hasDate) found = { start, signs, text };
      break;
    }
  }
  if (!found) return null;
  const { start, signs } = found;
  const { isFramed, hasAddress, hasTime, hasVerb } = signs;
  const isMachineMade = isFramed || [hasAddress, hasTime, hasVerb].filter(Boolean).length > 1;
  return { start, end, isOurs: isMachineMade && namesUs(found.text, own) };
}
