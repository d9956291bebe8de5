import type { Ground, Grounds } from '#app/domain/assistant/model/grounds.ts';
import type { Sentence } from '#app/domain/assistant/model/sentences.ts';
import { isQuotedFrom } from '#app/domain/assistant/quoting.ts';

// A model's sentence is shown only if it rests on what was found. Whatever it was told to say, by whomever, it is held against that.

/** How much of what a sentence speaks of its grounds must speak of too. */
const leastSupport = 0.45;

/** A run of so many words that the instructions have too is taken for theirs. */
const leakedRun = 7;

/** Words that say nothing of what a sentence is about. */
const fillerWords = new Set(
  `a about above after again all also although always am an and any are as at be because been before being below between both but by can cannot could
  did do does doing done each either else even every few find for from further had has have having here how however i if in into is it its just know let
  library like made make makes many may me means might more most much must my need needs never no nor not now of off often on once one only or other our
  out over own part passage rather right said same say says section see she should since so some still such take tell than that the their them then
  there these they thing things this those through thus to too under until up upon us use used uses using very want was way we well were what when
  where whether which while who whom whose why will with within without would yes yet you your yours lesson guide course according shows show
  explains explain describes describe`
    .split(/\s+/)
    .filter(Boolean),
);

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase();

const foldedWordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];

/** The beginning of a word that its other forms have too, roughly. */
function stemOf(word: string): string {
  const bare = word.replace(/'\w*$/, '');
  const cut = bare.replace(/(?:ations?|ings?|edly|ies|ied|ers?|ed|es|ly|s|e|y)$/, '');
  return cut.length >= 3 ? cut : bare;
}

const stemsOf = (text: string): Set<string> => new Set(foldedWordsOf(text).map(stemOf));

const citationsIn = (text: string): number[] =>
  [...text.matchAll(/\[(\d{1,3})\](?!\()/g)].map(([, number]) => Number(number));

const withoutCitations = (text: string) => text.replace(/(?<!\s)\s*\[\d{1,3}\](?!\()/g, '');

const figuresIn = (text: string): string[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((figure) => figure.replace(/,(?=\d{3}\b)/g, ''));

/** Addresses, and what looks like a key, a token or an id: nothing of the kind is told that does not stand in its source. */
const secrets =
  /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+|\b(?:https?|ftp|file|data|javascript|mailto|tel):\S+|\bwww\.\S+|\b(?:[\w-]+\.)+(?:com|net|org|io|example|dev|test|xyz|ru)\b|\b(?:sk|pk|rk|whsec|api|key|token|ghp|xox[bap])[-_][\w-]{6,}|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{9,}|\b[\w-]{28,}\b/giu;

const quotations = /"([^"\n]{12,})"|\u201c([^\u201c\u201d\n]{12,})\u201d/g;

const straight = (text: string) => fold(text).replace(/[\u201c\u201d]/g, '"');

const link = /!?\[([^[\]\n]+)\]\(([^()\s]*)\)/g;

const standsInGround = (quote: string, ground: Ground) =>
  isQuotedFrom(straight(quote).replace(/(?<![.,;:!?])[.,;:!?]+$/, ''), straight(ground.text));

/** Holds sentences of an answer against its grounds. */
export class Checker {
  readonly #grounds: Grounds;
  readonly #instructionRuns: ReadonlySet<string>;

  constructor(grounds: Grounds, instructions: string) {
    this.#grounds = grounds;
    this.#instructionRuns = new Set(wordRunsOf(instructions));
  }

  /**
   * A sentence as it may be shown, with the grounds that it cites; null for one that may not. It may, where it cites at least one ground
   * that was found, speaks of what its grounds speak of, has no figure, quotation or address that they have not, and repeats no
   * instructions. Numbers of nothing and links to other than its grounds' places are taken out.
   */
  check({ text, mark }: Pick<Sentence, 'text' | 'mark'>): { text: string; cited: Ground[] } | null {
    const cited = [...new Set(citationsIn(text))].flatMap((number) => this.#grounds.get(number) ?? []);
    const prose = withoutCitations(text);
    if (!this.#isSupported(prose, cited) || this.#isLeaked(prose)) return null;
    const isQuote = mark.startsWith('>');
    const quoted = [
      ...[...prose.matchAll(quotations)].map(([, one, other]) => one ?? other ?? ''),
      ...(isQuote ? [prose.replace(/^["\u201c]|["\u201d]$/g, '')] : []),
    ];
    if (!quoted.every((quote) => cited.some((ground) => standsInGround(quote, ground)))) return null;
    const clean = prose.replace(link, (_, label: string, path: string) =>
      cited.some((ground) => leadsTo(ground, path)) ? `[${label}](${path})` : label,
    );
    const numbers = cited.map(({ citation }) => `[${citation.number}]`).join(' ');
    return { text: `${clean.trim()} ${numbers}`, cited };
  }

  #isSupported(prose: string, cited: readonly Ground[]): boolean {
    const sources = cited.map(({ text, citation: { title, heading, place } }) =>
      [text, title, heading, place].join('\n'),
    );
    const sourceText = sources.join('\n');
    const visibleText = prose.replace(link, '$1');
    const foldedSource = fold(sourceText);
    if ((visibleText.match(secrets) ?? []).some((secret) => !foldedSource.includes(fold(secret))))
      return false;
    const figures = new Set(figuresIn(sourceText));
    if (figuresIn(visibleText).some((figure) => !figures.has(figure))) return false;
    const about = [
      ...new Set(foldedWordsOf(visibleText).filter((word) => word.length > 2 && !fillerWords.has(word))),
    ];
    // What says nothing, and what cites nothing, has no support either.
    const sourceStems = stemsOf(sourceText);
    const supported = about.filter((word) => sourceStems.has(stemOf(word))).length;
    return supported / about.length >= leastSupport;
  }

  #isLeaked(prose: string): boolean {
    return wordRunsOf(prose).some((run) => this.#instructionRuns.has(run));
  }
}

function wordRunsOf(text: string): string[] {
  const words = foldedWordsOf(text);
  return words.slice(leakedRun - 1).map((_, index) => words.slice(index, index + leakedRun).join(' '));
}

/** Whether a link leads to where a ground stands, or where its text leads. */
const leadsTo = ({ citation, text }: Ground, path: string) =>
  path === citation.path || path === citation.path.split('#', 1)[0] || text.includes(`](${path})`);
