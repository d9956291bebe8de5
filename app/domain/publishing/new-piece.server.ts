import { stringify } from 'yaml';
import { z } from 'zod';
import type { Actor } from '#app/domain/audit/record.server.ts';
import { courses, renamedCourses } from '#app/domain/courses/catalogue.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { begunCourses, waitingModules } from '#app/domain/publishing/new-course.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { now } from '#app/platform/clock.server.ts';

/** Kinds that can be added to: the site counts and lists them by itself. */
export const newKinds = ['courses', 'modules', 'guides', 'playbooks'] as const;

const name = z
  .string({ error: 'Please give it a short name' })
  .trim()
  .max(60, 'Please use at most 60 characters')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Please use small letters, digits and single hyphens, such as first-steps',
  );

export const newPieceSchema = z
  .object({
    kind: z.enum(newKinds, { error: 'Please choose a kind' }),
    title: z
      .string({ error: 'Please give it a title' })
      .trim()
      .min(2, 'Please give it a title')
      .max(100, 'Please use at most 100 characters'),
    name: name.optional(),
    course: z.string().max(60).optional(),
  })
  .refine(({ kind, name: given }) => kind === 'modules' || given !== undefined, {
    path: ['name'],
    error: 'Please give it a short name',
  });

export type NewPieceForm = z.output<typeof newPieceSchema>;

const starts: Record<(typeof newKinds)[number], { facts: Record<string, unknown>; body: string }> = {
  courses: {
    facts: { promise: '', topic: 'foundations', level: 'beginner', added: '', outcomes: [], related: [] },
    body: 'Who this course is for, and what they can do after it.\n',
  },
  guides: {
    facts: { description: '', topic: 'foundations', level: 'beginner', related: [] },
    body: 'What this is about.\n\n## First\n\nText.\n\n## Second\n\nText.\n',
  },
  playbooks: {
    facts: {
      description: '',
      topic: 'foundations',
      level: 'beginner',
      related: [],
      goal: '',
      time: '',
      inputs: [],
    },
    body: 'What this is for.\n\n## Steps\n\n1. First\n2. Second\n\n## Template\n\n```text\nWords to copy\n```\n',
  },
  modules: {
    facts: { description: '' },
    body: 'What this lesson is about.\n\n## First\n\nText.\n\n## Exercise\n\n- [ ] Something to do\n',
  },
};

async function pathOf({ kind, name: given, course = '' }: NewPieceForm): Promise<string> {
  if (kind === 'courses') {
    if (renamedCourses.has(given ?? ''))
      throw new Refusal('conflict', 'A course that was renamed had this name.', 'name');
    return `courses/${given}/course.md`;
  }
  if (kind !== 'modules') return `${kind}/${given}.md`;
  const found = courses().get(course);
  if (!found && !(await begunCourses((slug) => courses().has(slug))).includes(course))
    throw new Refusal('invalid', 'Please choose a course.', 'course');
  const next = Math.max(found?.modules.length ?? 0, ...(await waitingModules(course))) + 1;
  if (next > 9) throw new Refusal('conflict', 'A course has at most nine modules.', 'course');
  return `courses/${course}/module-${next}.md`;
}

/** Begins a piece as a draft; it is on the site once it is published. @returns its path @throws {Refusal} not_allowed; conflict for a name that is taken; invalid */
export async function beginPiece(actor: Actor, form: NewPieceForm): Promise<string> {
  const path = await pathOf(form);
  if (await openPiece(path))
    throw new Refusal(
      'conflict',
      'There is one of this name, on the site or in its history.',
      form.kind === 'modules' ? 'course' : 'name',
    );
  const { facts, body } = starts[form.kind];
  const added = 'added' in facts ? { added: now().toISOString().slice(0, 10) } : {};
  const text = `---\n${stringify({ title: form.title, ...facts, ...added }, { lineWidth: 0 })}---\n${body}`;
  await saveDraft(actor, { path, seen: 0, text, note: 'Begun' });
  return path;
}
