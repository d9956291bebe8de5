import { data } from 'react-router';
import { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  addModule,
  moveModule,
  removeModule,
  renameCourse,
  renameModule,
} from '#app/domain/publishing/course-changes.server.ts';
import { copyModule } from '#app/domain/publishing/course-copies.server.ts';
import {
  type CourseProblems,
  checkCourse,
  publishCourse,
  UnpublishableCourse,
} from '#app/domain/publishing/publish-course.server.ts';
import { courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm, readIntent } from '#app/routes/http/form-action.server.ts';

const title = z
  .string({ error: 'Please give it a title' })
  .trim()
  .min(2, 'Please give it a title')
  .max(80, 'Please use at most 80 characters');

const promise = z
  .string({ error: 'Please say what learners will be able to do' })
  .trim()
  .max(300, 'Please use at most 300 characters');

const module = z.coerce.number().int().min(1).max(99);
const ofModule = z.object({ module });

const schemas = {
  rename: z.object({
    title,
    promise: promise.min(1, 'Please say what learners will be able to do'),
  }),
  // Sent with what is typed above it, so that adding a module never loses that. A promise that is not written yet comes as no field.
  add: z.object({ title, promise: promise.default(''), moduleTitle: title, next: z.coerce.number().int() }),
  move: z.object({ module, order: z.string().regex(/^\d{1,2}(,\d{1,2}){0,98}$/) }),
  'rename-module': z.object({ module, title }),
  copy: z.object({ module, formKey: z.uuid() }),
};

const intents = z.enum([
  'rename',
  'add',
  'rename-module',
  'copy',
  'up',
  'down',
  'remove',
  'check',
  'publish',
]);

/** What the outline shows after a button that stays on it. */
export interface OutlineReply extends FormReply {
  /** The form it answers: `rename`, `add`, or `rename-module` with the module's number. */
  form: string;
  /** What the check has found, by the paths of files; null where it was not asked. */
  problems: CourseProblems | null;
}

/** Which form an answer belongs to: each module has one of its own. */
const formOf = (intent: string, module: unknown): string =>
  intent === 'rename-module' ? `module-${String(module)}` : intent;

/** Adds a module; what is wrong with its title is said beside the field it has on this page. */
async function addModuleNamed(actor: Actor, slug: string, name: string, next: number): Promise<number> {
  try {
    return await addModule(actor, slug, name, next);
  } catch (error) {
    if (error instanceof Refusal && error.field === 'title')
      throw new Refusal(error.kind, error.message, 'moduleTitle');
    throw error;
  }
}

/** Does what a button of a course's outline asks for. */
export async function actOnOutline(actor: Actor, slug: string, form: FormData) {
  const pressed = readIntent(form, intents);
  // Enter in the title of a new module presses the first button of the form, which saves the course's own title.
  const intent = pressed === 'rename' && form.get('moduleTitle') ? 'add' : pressed;
  const here = courseAddress(slug);
  const answer = (message: string, to = here) => redirectWithFlash(to, message);
  try {
    switch (intent) {
      case 'rename':
        await renameCourse(actor, slug, parseForm(form, schemas.rename));
        return await answer('Title and promise are saved as a draft.');
      case 'add': {
        const { moduleTitle, next, ...facts } = parseForm(form, schemas.add);
        await renameCourse(actor, slug, facts);
        const id = await addModuleNamed(actor, slug, moduleTitle, next);
        return await answer('The module is added as a draft.', `${here}#module-${id}`);
      }
      case 'rename-module': {
        const typed = parseForm(form, schemas['rename-module']);
        await renameModule(actor, slug, typed.module, typed.title);
        return await answer('The title is saved as a draft.', `${here}#module-${typed.module}`);
      }
      case 'copy': {
        const id = await copyModule(actor, slug, parseForm(form, schemas.copy));
        return await answer('This is the copy of the module, as a draft.', `${here}#module-${id}`);
      }
      case 'up':
      case 'down': {
        const { module: id, order } = parseForm(form, schemas.move);
        const by = intent === 'up' ? -1 : 1;
        await moveModule(actor, slug, { id, by, order: order.split(',').map(Number) });
        return await answer('The order is saved as a draft.', `${here}#module-${id}`);
      }
      case 'remove':
        await removeModule(actor, slug, parseForm(form, ofModule).module);
        return await answer('The module is taken out of the draft. Its history is kept.');
      case 'check':
        return data<OutlineReply>({
          lastResult: {},
          form: 'publish',
          problems: await checkCourse(slug),
        });
      case 'publish': {
        const count = await publishCourse(actor, slug);
        return await answer(`Published: ${count} ${count === 1 ? 'part' : 'parts'} of the course.`);
      }
    }
  } catch (error) {
    const refused = refusedForm(form, error);
    return data<OutlineReply>(
      {
        ...refused.data,
        form: formOf(intent, form.get('module')),
        problems: error instanceof UnpublishableCourse ? error.problems : null,
      },
      refused.init ?? undefined,
    );
  }
}
