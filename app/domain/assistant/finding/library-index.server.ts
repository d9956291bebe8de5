import { Bm25 } from '#app/domain/assistant/finding/bm25.ts';
import { questionsElsewhere } from '#app/domain/assistant/finding/elsewhere.ts';
import {
  aboutOf,
  type PieceTexts,
  pieceIdOf,
  pieceTexts,
} from '#app/domain/assistant/finding/library-texts.ts';
import { countTerms } from '#app/domain/assistant/finding/terms.ts';
import { Encodings } from '#app/domain/assistant/meaning/encodings.server.ts';
import { encodeLater } from '#app/domain/assistant/meaning/question-encoding.server.ts';
import type { Passage, PassageAudience } from '#app/domain/site/search/passages.server.ts';
import { pieceQuestions } from '#app/domain/site/search/piece-questions.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { onAnnounced } from '#app/platform/runtime/broadcast.server.ts';

/** What a process keeps of the library to find pieces in it: no text that members alone may read, but for the questions. */
export interface LibraryIndex {
  pieces: readonly (PieceTexts & { kind: Passage['kind'] })[];
  passages: readonly { id: string; audience: PassageAudience; piece: number }[];
  /** Passages by their words: the heading counts three times, the title twice. */
  words: Bm25;
  /** Each piece by its questions, title and summary together. */
  questionsOfPiece: Bm25;
  /** The piece of each question. */
  pieceOfQuestion: Uint16Array;
  questionMeanings: Encodings;
  aboutMeanings: Encodings;
  elsewhere: Encodings;
}

/** What changes is announced; an announcement that was missed is noticed after so long, in milliseconds. */
const believedMs = 60_000;
/** More texts than this without a meaning want a build: a few are what was published since. */
const mostEncodedHere = 200;
/** So many are encoded at once: a question that comes meanwhile waits for no more. */
const encodedTogether = 8;
/** So many passages are taken up before others have a turn. */
const portion = 100;

let current:
  | { index: Promise<LibraryIndex>; state: string; at: number; questions: ReturnType<typeof pieceQuestions> }
  | undefined;
let isStale = true;
onAnnounced('search', () => {
  isStale = true;
});

type StoredPassage = Pick<Passage, 'id' | 'audience' | 'kind' | 'title' | 'heading' | 'body'>;

const othersFirst = () => new Promise<void>((resolve) => setImmediate(resolve));

async function makeIndex(): Promise<LibraryIndex> {
  const stored: StoredPassage[] = await prisma().$queryRaw<StoredPassage[]>`
    SELECT id, audience, kind, title, heading, body FROM search_passages
    ORDER BY split_part(id, '#', 1), split_part(id, '#', 2)::int`;
  const texts = pieceTexts(stored, pieceQuestions());
  const places = new Map(texts.map(({ id }, place) => [id, place]));
  const placeOf = (passageId: string) => places.get(pieceIdOf(passageId)) ?? 0;
  const counts: Map<string, number>[] = [];
  for (const [place, { title, heading, body }] of stored.entries()) {
    if (place % portion === portion - 1) await othersFirst();
    counts.push(
      countTerms([
        [title, 2],
        [heading, 3],
        [body, 1],
      ]),
    );
  }
  await othersFirst();
  const words = new Bm25(counts);
  await othersFirst();
  const questions = texts.flatMap(({ questions: list }, piece) => list.map((text) => ({ text, piece })));
  const kinds = new Map(stored.map(({ id, kind }) => [pieceIdOf(id), kind]));
  const index: LibraryIndex = {
    pieces: texts.map((piece) => ({ ...piece, kind: kinds.get(piece.id) ?? 'guide' })),
    passages: stored.map(({ id, audience }) => ({ id, audience, piece: placeOf(id) })),
    words,
    questionsOfPiece: new Bm25(
      texts.map(({ title, summary, questions: list }) =>
        countTerms([...list.map((text) => [text, 1] as const), [title, 2], [summary, 1]]),
      ),
      { lengthPart: 0.5 },
    ),
    pieceOfQuestion: Uint16Array.from(questions, ({ piece }) => piece),
    questionMeanings: new Encodings(questions.map(({ text }) => text)),
    aboutMeanings: new Encodings(texts.map(aboutOf)),
    elsewhere: new Encodings(questionsElsewhere),
  };
  void encodeMissing(index);
  return index;
}

/** Has what was published since the build encoded, while answers are given without. */
async function encodeMissing({ questionMeanings, aboutMeanings, elsewhere }: LibraryIndex): Promise<void> {
  const all = [questionMeanings, aboutMeanings, elsewhere];
  const missing = [...new Set(all.flatMap((encodings) => encodings.missing))];
  if (missing.length === 0 || missing.length > mostEncodedHere) return;
  for (let from = 0; from < missing.length; from += encodedTogether) {
    const texts = missing.slice(from, from + encodedTogether);
    const vectors = await encodeLater(texts);
    if (!vectors) return;
    for (const encodings of all) encodings.add(texts, vectors);
  }
}

/**
 * The index of the library as it is now, made at the first question and after each change (0.3 s of a process, in portions). One query
 * then, and one small one a minute; else none.
 */
export async function libraryIndex(): Promise<LibraryIndex> {
  const isOld = !current || performance.now() - current.at > believedMs;
  const questions = pieceQuestions();
  const haveQuestionsChanged = current !== undefined && current.questions !== questions;
  if (isStale || isOld || haveQuestionsChanged) {
    const wasStale = isStale || haveQuestionsChanged;
    isStale = false;
    const state = (await prisma().searchState.findUnique({ where: { id: 1 } }))?.fingerprint ?? '';
    if (!current || wasStale || current.state !== state) {
      const entry = { index: makeIndex(), state, at: performance.now(), questions };
      current = entry;
      entry.index.catch(() => {
        if (current === entry) current = undefined;
      });
    } else current.at = performance.now();
  }
  if (!current) throw new Error('The index of the library was made and is gone.');
  return current.index;
}
