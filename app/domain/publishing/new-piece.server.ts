import { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { courses, renamedCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { addModule } from '#app/domain/publishing/course-changes.server.ts';
import { begunCourses, waitingModules } from '#app/domain/publishing/new-course.server.ts';
import { maxShortName, shortNameOf } from '#app/domain/publishing/new-piece-kinds.ts';
import { startOfQuiz, startOfSlides, startOfText } from '#app/domain/publishing/piece-starts.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { now } from '#app/platform/clock.server.ts';

/** The end of an address. */
export const shortNameSchema = z
  .string({ error: 'Please give it a short name' })
  .trim()
  .max(maxShortName, `Please use at most ${maxShortName} characters`)
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Please use small letters, digits and single hyphens, such as first-steps',
  );
const title = z
  .string({ error: 'Please give it a title' })
  .trim()
  .min(2, 'Please give it a title')
  .max(100, 'Please use at most 100 characters');
const course = z.string({ error: 'Please choose a course' }).max(60, 'Please choose a course');

export const newPieceSchema = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.enum(['courses', 'guides', 'playbooks']),
      title,
      /** Empty: made of the title. */
      name: z.union([z.string().trim().length(0), shortNameSchema]).default(''),
    }),
    z.object({ kind: z.literal('modules'), title, course }),
    z.object({ kind: z.literal('quizzes'), course }),
    z.object({
      kind: z.literal('slides'),
      course,
      /** A module's number; 0 is the introduction. */
      part: z.coerce
        .number({ error: 'Please choose a part' })
        .int('Please choose a part')
        .min(0, 'Please choose a part')
        .max(99, 'Please choose a part'),
    }),
  ],
  { error: 'Please choose a kind' },
);

type NewPieceForm = z.output<typeof newPieceSchema>;

interface Start {
  path: string;
  text: string;
  /** The field that says what it is. */
  field: 'name' | 'course' | 'part';
}

/** A course that is on the site or begun: whether its number of modules goes so far. @throws {Refusal} invalid, for any other */
async function modulesOf(slug: string): Promise<number> {
  const course = courses().get(slug);
  if (!course && !(await begunCourses((other) => courses().has(other))).includes(slug))
    throw new Refusal('invalid', 'Please choose a course.', 'course');
  return Math.max(0, ...(course?.modules.map(({ id }) => id) ?? []), ...(await waitingModules(slug)));
}

/** The short name that a form gives, or else its title. @throws {Refusal} invalid where neither gives one (field name) */
function nameOf({ title, name }: { title: string; name: string }): string {
  const short = name || shortNameOf(title);
  if (short === '')
    throw new Refusal('invalid', 'Please give it a short name in small letters, such as first-steps', 'name');
  return short;
}

async function startOf(form: Exclude<NewPieceForm, { kind: 'modules' }>): Promise<Start> {
  const today = now().toISOString().slice(0, 10);
  switch (form.kind) {
    case 'courses': {
      const name = nameOf(form);
      if (renamedCourses.has(name))
        throw new Refusal('conflict', 'A course that was renamed had this name.', 'name');
      return {
        path: `courses/${name}/course.md`,
        text: startOfText('courses', form.title, today),
        field: 'name',
      };
    }
    case 'quizzes':
      await modulesOf(form.course);
      return {
        path: `courses/${form.course}/quiz.yaml`,
        text: startOfQuiz(form.course),
        field: 'course',
      };
    case 'slides':
      if (form.part > (await modulesOf(form.course)))
        throw new Refusal('invalid', 'This course has no such module yet.', 'part');
      return {
        path: `courses/${form.course}/${form.part === 0 ? 'course' : `module-${form.part}`}.deck.yaml`,
        text: startOfSlides(form.part > 0),
        field: 'part',
      };
    default:
      return {
        path: `${form.kind}/${nameOf(form)}.md`,
        text: startOfText(form.kind, form.title, today),
        field: 'name',
      };
  }
}

/** Begins a piece as a draft; it is on the site once it is published. @returns its path @throws {Refusal} not_allowed; conflict for one that is there; invalid */
export async function beginPiece(actor: Actor, form: NewPieceForm): Promise<string> {
  if (form.kind === 'modules') {
    await modulesOf(form.course);
    return `courses/${form.course}/module-${await addModule(actor, form.course, form.title)}.md`;
  }
  const { path, text, field } = await startOf(form);
  if (await openPiece(path))
    throw new Refusal(
      'conflict',
      field === 'name'
        ? 'There is one of this name, on the site or in its history.'
        : `There is ${path}, on the site or in its history.`,
      field,
    );
  await saveDraft(actor, { path, seen: 0, text, note: 'Begun' });
  return path;
}
