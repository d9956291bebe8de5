import { mayReadPiece } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type Module, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { requireOpenPiece } from '#app/domain/learning/courses/release-state.server.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';
import { allSeries, renderAbout } from '#app/domain/learning/series/series.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { RenderedText } from '#app/platform/content/markdown.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** How many boxes of a checklist are ticked. */
interface TickCount {
  done: number;
  all: number;
}

/** "3 of 5 done" */
export const formatTickCount = ({ done, all }: TickCount): string => `${done} of ${all} done`;

/** The boxes of a lesson that are ticked, of those that its text has now; `ticks` are those of the course. */
export const ticksOf = (
  ticks: readonly string[],
  moduleId: number,
  { tasks }: Pick<RenderedText, 'tasks'>,
): string[] => tasks.filter((name) => ticks.includes(`${moduleId} ${name}`));

/** How far a lesson's checklist is, of the ticks in its course; null before the first of them. */
export function checklistProgress(module: Module, ticks: readonly string[]): string | null {
  // Most lessons have none: rendering each of a course's held the first visitor of its page up.
  if (!ticks.some((tick) => tick.startsWith(`${module.id} `))) return null;
  const text = renderLesson(module);
  const { length: done } = ticksOf(ticks, module.id, text);
  return done > 0 ? formatTickCount({ done, all: text.tasks.length }) : null;
}

/** A lesson with the boxes of its checklist ticked. Its id says which: another state is another text. */
export function withTicks(text: RenderedText, ticked: readonly string[]): RenderedText {
  if (ticked.length === 0) return text;
  const html = text.html.replace(
    /(<input type="checkbox"[^>]*?name="(t_[0-9a-f]{16})")/g,
    (box, _, name: string) => (ticked.includes(name) ? `${box} checked` : box),
  );
  return {
    ...text,
    html,
    id: `${text.id}-${text.tasks.map((name) => (ticked.includes(name) ? 1 : 0)).join('')}`,
  };
}

/** A text whose boxes can be ticked, by the key of its piece; null for none. */
function findChecklistText(key: string): { text: RenderedText; isForAll: boolean } | null {
  const [, slug = ''] = /^series\/([a-z0-9-]+)$/.exec(key) ?? [];
  const series = allSeries().get(slug);
  // What a series is about is shown to everybody who is signed in.
  if (series) return { text: renderAbout(series), isForAll: true };
  const piece = findPiece(key);
  const text = piece?.text();
  return piece && text ? { text, isForAll: piece.isFree } : null;
}

async function requireBoxes(viewer: Viewer, key: string): Promise<string[]> {
  const checklist = findChecklistText(key);
  if (!checklist) throw new Refusal('not_found', 'There is no such text.');
  if (!checklist.isForAll && !(await mayReadPiece(viewer, key)))
    throw new Refusal('not_allowed', 'An active membership is needed to do this exercise.');
  await requireOpenPiece(viewer, key);
  return checklist.text.tasks;
}

async function countTicked(userId: string, piece: string, boxes: readonly string[]): Promise<TickCount> {
  const done = await prisma().checklistTick.count({ where: { userId, piece, item: { in: [...boxes] } } });
  return { done, all: boxes.length };
}

/**
 * Ticks a box of a text's checklist, or takes the tick away; again changes nothing. `piece` is its key, such as
 * "courses/seo/module-1" or "guides/seo-google".
 * @throws {Refusal} not_found for a box the text does not have; not_allowed for who may not read it.
 */
export async function tickBox(
  viewer: Viewer,
  piece: string,
  item: string,
  isTicked: boolean,
): Promise<TickCount> {
  const boxes = await requireBoxes(viewer, piece);
  if (!boxes.includes(item)) throw new Refusal('not_found', 'This line is not in the checklist any more.');
  const key = { userId: viewer.id, piece, item };
  if (isTicked)
    await prisma().checklistTick.createMany({ data: { ...key, tickedAt: now() }, skipDuplicates: true });
  else await prisma().checklistTick.deleteMany({ where: key });
  return countTicked(viewer.id, piece, boxes);
}

/** Keeps a whole checklist as its form has it: these boxes ticked and no others. @throws {Refusal} as `tickBox` does */
export async function keepChecklist(
  viewer: Viewer,
  piece: string,
  ticked: readonly string[],
): Promise<TickCount> {
  const boxes = await requireBoxes(viewer, piece);
  const items = boxes.filter((name) => ticked.includes(name));
  const key = { userId: viewer.id, piece };
  await transaction(async (tx) => {
    await tx.db.checklistTick.deleteMany({
      where: { ...key, item: { in: boxes.filter((name) => !items.includes(name)) } },
    });
    await tx.db.checklistTick.createMany({
      data: items.map((item) => ({ ...key, item, tickedAt: now() })),
      skipDuplicates: true,
    });
  });
  return { done: items.length, all: boxes.length };
}

/** A text as its reader has ticked it, of the boxes that they have ticked in it. */
export function applyTicks(text: RenderedText, ticks: readonly string[]) {
  const ticked = text.tasks.filter((name) => ticks.includes(name));
  return {
    text: withTicks(text, ticked),
    /** Null for a text without a checklist. */
    ticked: text.tasks.length > 0 ? formatTickCount({ done: ticked.length, all: text.tasks.length }) : null,
  };
}
