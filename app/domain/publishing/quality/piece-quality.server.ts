import { z } from 'zod';
import type { QuizFigures } from '#app/domain/learning/quizzes/quiz-figures.server.ts';
import { dueToolBoxes, toolBoxes } from '#app/domain/learning/tool-boxes/tool-boxes.server.ts';
import { piecesOf, titleOf } from '#app/domain/publishing/pieces.server.ts';
import { type MissedSearch, searchesNearby } from '#app/domain/publishing/quality/nearby-searches.ts';
import { findShelf, type Shelf } from '#app/domain/publishing/shelves.ts';
import { now } from '#app/platform/clock.server.ts';
import { perContent, readMarkdown } from '#app/platform/content/files.server.ts';

/** What tells whether a piece is still worth its price. */
export interface PieceQuality {
  path: string;
  title: string;
  /** Its boxes with a source: how many, how many were checked more than a quarter ago, and the month of the oldest. */
  sources: { count: number; due: number; oldest: string | null };
  /** Passages that another piece has in nearly the same words; null while that is being counted. */
  repeated: number | null;
  /** Of a lesson's course; null where nobody has tried its quiz. */
  quiz: QuizFigures | null;
  /** Searches without a result that are near to it. */
  searches: MissedSearch[];
}

/** Kinds of pieces that members read, and that are judged here. */
const judgedKinds = ['modules', 'guides', 'playbooks', 'letters', 'series'] as const;
export const judgedShelves: readonly Shelf[] = judgedKinds.flatMap((id) => findShelf(id) ?? []);

/** Below this share of members who pass, with at least so many who tried, a quiz or its lessons deserve a look. */
const poorPassShare = 0.6;
const leastMembers = 5;

/** Whether too few of those who tried a quiz have passed it. */
export const isPoorlyPassed = (quiz: QuizFigures | null): boolean =>
  quiz !== null && quiz.members >= leastMembers && quiz.passed / quiz.members < poorPassShare;

const described = z.looseObject({
  title: z.string(),
  description: z.string().optional(),
  goal: z.string().optional(),
});

/** What a piece says of itself before its text. */
function aboutOf(path: string): string {
  try {
    const { title, description = '', goal = '' } = readMarkdown(path, described).attributes;
    return `${title} ${description} ${goal}`;
  } catch {
    return titleOf(path);
  }
}

/** What the content itself says, read once for each change of it. */
const readOfContent = perContent(() => ({
  boxes: toolBoxes(),
  pieces: judgedShelves.flatMap((shelf) =>
    piecesOf(shelf).map((path) => ({ path, kind: shelf.id, title: titleOf(path), about: aboutOf(path) })),
  ),
}));

/** How much a piece wants to be looked at: what may be wrong counts more than what may be missing. */
const urgencyOf = ({ sources, repeated, quiz, searches }: PieceQuality): number =>
  sources.due * 5 +
  (repeated ?? 0) * 3 +
  (isPoorlyPassed(quiz) ? 4 : 0) +
  Math.min(
    searches.reduce((sum, { askers }) => sum + askers, 0),
    10,
  );

/** What is known beside the content. */
interface QualitySignals {
  quizzes: ReadonlyMap<string, QuizFigures>;
  missed: readonly MissedSearch[];
  repeated: Readonly<Record<string, number>> | null;
}

/** The pieces of these kinds with their signals, those that need a look first, and the searches that are near to no piece. No query. */
export function pieceQuality(
  kinds: readonly Shelf[],
  { quizzes, missed, repeated }: QualitySignals,
): { pieces: PieceQuality[]; unplaced: MissedSearch[] } {
  const { boxes, pieces: all } = readOfContent();
  const due = dueToolBoxes(boxes, now());
  const nearby = searchesNearby(all, missed);
  const listed = all.filter(({ kind }) => kinds.some(({ id }) => id === kind));
  const pieces = listed.map(({ path, title }): PieceQuality => {
    const own = boxes.filter(({ file }) => file === path);
    const [, slug = ''] = /^courses\/([^/]+)\//.exec(path) ?? [];
    return {
      path,
      title,
      sources: {
        count: own.length,
        due: due.filter(({ file }) => file === path).length,
        oldest: own.map(({ checked }) => checked).sort()[0] ?? null,
      },
      repeated: repeated && (repeated[path] ?? 0),
      quiz: quizzes.get(slug) ?? null,
      searches: nearby.get(path) ?? [],
    };
  });
  pieces.sort((a, b) => urgencyOf(b) - urgencyOf(a) || a.path.localeCompare(b.path));
  return { pieces, unplaced: nearby.get('') ?? [] };
}
