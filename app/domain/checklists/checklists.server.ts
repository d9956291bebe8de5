import { mayReadLessons } from '#app/domain/access/policy.server.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { findCourse, type Module, renderLesson } from '#app/domain/courses/catalogue.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import type { RenderedText } from '#app/platform/content/markdown.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** How many boxes of a checklist are ticked. */
export interface Ticked {
  done: number;
  all: number;
}

/** "3 of 5 done" */
export const tickedText = ({ done, all }: Ticked): string => `${done} of ${all} done`;

const pieceOf = (courseSlug: string, moduleId: number) => `courses/${courseSlug}/module-${moduleId}`;

/** The boxes of a lesson that are ticked, of those that its text has now; `ticks` are those of the course. */
export const ticksOf = (
  ticks: readonly string[],
  moduleId: number,
  { tasks }: Pick<RenderedText, 'tasks'>,
): string[] => tasks.filter((name) => ticks.includes(`${moduleId} ${name}`));

/** How far a lesson's checklist is, of the ticks in its course; null before the first of them. */
export function tickedIn(module: Module, ticks: readonly string[]): string | null {
  const text = renderLesson(module);
  const { length: done } = ticksOf(ticks, module.id, text);
  return done > 0 ? tickedText({ done, all: text.tasks.length }) : null;
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

function boxesOf(viewer: Viewer, courseSlug: string, moduleId: number): string[] {
  const module = findCourse(courseSlug)?.modules.find(({ id }) => id === moduleId);
  if (!module) throw new Refusal('not_found', 'Module not found');
  if (!mayReadLessons(viewer))
    throw new Refusal('not_allowed', 'An active membership is needed to take this course.');
  return renderLesson(module).tasks;
}

async function countTicked(userId: string, piece: string, boxes: readonly string[]): Promise<Ticked> {
  const done = await prisma().checklistTick.count({ where: { userId, piece, item: { in: [...boxes] } } });
  return { done, all: boxes.length };
}

/**
 * Ticks a box of a lesson's checklist, or takes the tick away; again changes nothing.
 * @throws {Refusal} not_found for a box the lesson does not have; not_allowed without access to the lessons.
 */
export async function tickBox(
  viewer: Viewer,
  courseSlug: string,
  moduleId: number,
  item: string,
  isTicked: boolean,
): Promise<Ticked> {
  const boxes = boxesOf(viewer, courseSlug, moduleId);
  if (!boxes.includes(item)) throw new Refusal('not_found', 'This line is not in the checklist any more.');
  const key = { userId: viewer.id, piece: pieceOf(courseSlug, moduleId), item };
  if (isTicked)
    await prisma().checklistTick.createMany({ data: { ...key, tickedAt: now() }, skipDuplicates: true });
  else await prisma().checklistTick.deleteMany({ where: key });
  return countTicked(viewer.id, key.piece, boxes);
}

/** Keeps a whole checklist as its form has it: these boxes ticked and no others. @throws {Refusal} as `tickBox` does */
export async function keepChecklist(
  viewer: Viewer,
  courseSlug: string,
  moduleId: number,
  ticked: readonly string[],
): Promise<Ticked> {
  const boxes = boxesOf(viewer, courseSlug, moduleId);
  const items = boxes.filter((name) => ticked.includes(name));
  const key = { userId: viewer.id, piece: pieceOf(courseSlug, moduleId) };
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
