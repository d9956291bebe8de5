import { z } from 'zod';
import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { whileTermsHold } from '#app/domain/core/site-settings/current.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { listContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { type RenderedText, renderOnce } from '#app/platform/content/markdown.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const folder = 'affiliate-training';
const line = z
  .string()
  .min(2)
  .max(220)
  .transform((text) => withFacts(text));

const moduleSchema = z.strictObject({ module: z.int().positive(), title: line, description: line });
const lessonSchema = z.strictObject({
  module: z.int().positive(),
  lesson: z.int().positive(),
  title: line,
  duration: z.string().regex(/^\d+ min$/, 'must read like "5 min"'),
});

/** A lesson for affiliates; `name` is the end of its address and the name of its file. */
interface TrainingLesson extends z.output<typeof lessonSchema> {
  name: string;
  body: string;
}

/** A module of the training with its lessons in order. */
interface TrainingModule extends z.output<typeof moduleSchema> {
  introduction: string;
  lessons: TrainingLesson[];
}

/** The affiliate training as content/affiliate-training holds it, read once for each state of the figures in it. @throws {ContentError} */
export const trainingModules = whileTermsHold((): readonly TrainingModule[] =>
  listContent(folder, /^module-\d+\.md$/).map((file) => {
    const { attributes, body } = readMarkdown(`${folder}/${file}`, moduleSchema);
    const pattern = new RegExp(`^module-${attributes.module}-lesson-\\d+\\.md$`);
    const lessons = listContent(folder, pattern).map((name): TrainingLesson => {
      const lesson = readMarkdown(`${folder}/${name}`, lessonSchema);
      return { ...lesson.attributes, name: name.slice(0, -'.md'.length), body: withFacts(lesson.body) };
    });
    return { ...attributes, introduction: withFacts(body), lessons };
  }),
);

/** Every lesson, in the order in which they are read. */
export const trainingLessons = (): TrainingLesson[] => trainingModules().flatMap(({ lessons }) => lessons);

/** A lesson as HTML. */
export function renderTrainingLesson(lesson: TrainingLesson): RenderedText {
  return renderOnce(lesson, lesson.body);
}

/** The names of the lessons a user has completed, of those there are. */
export const completedRead = (): ViewerRead<string[]> => ({
  name: 'affiliate lessons',
  key: 'affiliate lessons',
  json: (userId) => Prisma.sql`
    to_json(ARRAY(SELECT lesson FROM affiliate_lesson_completions WHERE user_id = ${userId}))`,
  from(value) {
    const completed = value as string[];
    return trainingLessons()
      .map(({ name }) => name)
      .filter((name) => completed.includes(name));
  },
});

/** Marks a lesson complete: one way, and once however often it is asked. @throws {Refusal} not_found */
export async function completeLesson(userId: string, name: string): Promise<void> {
  const lesson = trainingLessons().find((known) => known.name === name);
  if (!lesson) throw new Refusal('not_found', 'Lesson not found');
  await transaction(async (tx) => {
    const { count: isNew } = await tx.db.affiliateLessonCompletion.createMany({
      data: { userId, lesson: name },
      skipDuplicates: true,
    });
    if (isNew === 0) return;
    await recordActivity(tx, {
      kind: 'affiliate_lesson_completed',
      userId,
      actorId: userId,
      subject: { type: 'lesson', id: name },
      details: { module: lesson.module, lesson: lesson.lesson },
    });
  });
}
