import type { PartState } from '#app/domain/publishing/course-outline.server.ts';
import type { CourseProblems } from '#app/domain/publishing/publish-course.server.ts';
import type { OutlineReply } from '#app/routes/admin/content/course/outline-action.server.ts';
import { PartLine } from '#app/routes/admin/content/course/part-line.tsx';
import {
  assignmentAddress,
  courseAddress,
  courseFilesAddress,
  deckAddress,
  pieceAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';

/** A module as its card shows it. */
interface ModuleCardProps {
  slug: string;
  module: {
    id: number;
    title: string;
    lesson: { path: string; state: PartState };
    slides: { path: string; state: PartState };
    boxes: number;
    hasVideo: boolean;
    hasCaptions: boolean;
    downloads: number;
    assignment: { title: string; required: boolean } | null;
    /** Made with the page: a form that is sent twice makes one copy. */
    formKey: string;
  };
  /** Its place in the course, from 1. */
  number: number;
  /** The numbers of all modules as they are shown. */
  order: readonly number[];
  problems: CourseProblems;
  reply: OutlineReply | undefined;
}

/** What files a module has, in words. */
function filesIn(hasCaptions: boolean, downloads: number): string {
  const files = [
    ...(downloads > 0 ? [`${downloads} ${downloads === 1 ? 'download' : 'downloads'}`] : []),
    ...(hasCaptions ? ['captions'] : []),
  ];
  return files.length > 0 ? files.join(', ') : 'No downloads, no captions';
}

/** A module in the outline: its title, its place among the others, and its parts. */
export function ModuleCard({ slug, module, number, order, problems, reply }: ModuleCardProps) {
  const { id, title, lesson, slides, boxes, hasVideo, hasCaptions, downloads, assignment, formKey } = module;
  const formId = `module-${id}`;
  const isAnswered = reply?.form === formId;
  const form = formFields<{ title: string }>(`${formId}-form`, isAnswered ? reply : undefined, { title });
  const action = courseAddress(slug);
  return (
    <li id={formId} className="scroll-mt-4">
      <Card className="grid grid-cols-1 gap-4 p-4! sm:p-5!">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="text-sm text-muted">Module {number}</p>
            <h3 dir="auto" className="text-lg wrap-anywhere">
              {title}
            </h3>
          </div>
          <form method="post" action={action} className="flex flex-wrap gap-2">
            <input type="hidden" name="module" value={id} />
            <input type="hidden" name="order" value={order.join()} />
            {number > 1 ? (
              <SubmitButton
                intent="up"
                variant="secondary"
                pendingLabel="Moving..."
                aria-label={`Move up: ${title}`}
              >
                Move up
              </SubmitButton>
            ) : null}
            {number < order.length ? (
              <SubmitButton
                intent="down"
                variant="secondary"
                pendingLabel="Moving..."
                aria-label={`Move down: ${title}`}
              >
                Move down
              </SubmitButton>
            ) : null}
          </form>
        </div>
        <ul className="grid grid-cols-1">
          <PartLine
            label="Lesson"
            of={title}
            path={lesson.path}
            state={lesson.state}
            problems={problems[lesson.path]}
          />
          <PartLine
            label="Slides"
            of={title}
            path={slides.path}
            state={slides.state}
            begin={deckAddress(slug, id)}
            problems={problems[slides.path]}
          />
          <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
            <span className="min-w-28 font-semibold">Video</span>
            <span className="text-sm text-muted">
              {hasVideo
                ? 'In the lesson'
                : slides.state === 'none'
                  ? 'None. Learners read the lesson.'
                  : 'None. The slides are shown instead.'}
            </span>
            <Link
              to={pieceAddress(lesson.path)}
              className="link ml-auto inline-flex min-h-11 items-center text-sm"
            >
              {hasVideo ? 'Change' : 'Add'}
              <span className="sr-only"> video of {title}</span>
            </Link>
          </li>
          <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
            <span className="min-w-28 font-semibold">Files and tools</span>
            <span className="text-sm text-muted">{filesIn(hasCaptions, downloads)}</span>
            <Link
              to={courseFilesAddress(slug, id)}
              className="link ml-auto inline-flex min-h-11 items-center text-sm"
            >
              {hasCaptions || downloads > 0 ? 'Change' : 'Add'}
              <span className="sr-only"> captions, downloads and tools of {title}</span>
            </Link>
          </li>
          <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
            <span className="min-w-28 font-semibold">Checklist</span>
            <span className="text-sm text-muted">
              {boxes === 0
                ? 'None. Lines of the lesson that begin with - [ ] make one.'
                : `${boxes} ${boxes === 1 ? 'box' : 'boxes'} in the lesson`}
            </span>
          </li>
          <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-2">
            <span className="min-w-28 font-semibold">Assignment</span>
            <span dir="auto" className="min-w-0 text-sm wrap-anywhere text-muted">
              {assignment
                ? `${assignment.title}${assignment.required ? ', needed to complete the course' : ''}`
                : 'None'}
            </span>
            <Link
              to={assignmentAddress(slug, id)}
              className="link ml-auto inline-flex min-h-11 items-center text-sm"
            >
              {assignment ? 'Change' : 'Add'}
              <span className="sr-only"> assignment of {title}</span>
            </Link>
          </li>
        </ul>
        <details open={isAnswered}>
          <summary className="link inline-flex min-h-11 items-center text-sm">
            Rename, duplicate or remove<span className="sr-only"> {title}</span>
          </summary>
          <form method="post" action={action} id={form.id} className="grid gap-3 pt-2">
            <FormErrors id={form.errorId} errors={form.errors} />
            <input type="hidden" name="module" value={id} />
            <input type="hidden" name="formKey" value={formKey} />
            <TextField
              {...form.field('title')}
              label={`Title of module ${number}`}
              required
              maxLength={80}
              autoComplete="off"
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton intent="rename-module" variant="secondary" pendingLabel="Saving...">
                Save title
              </SubmitButton>
              <SubmitButton intent="copy" variant="secondary" formNoValidate pendingLabel="Duplicating...">
                Duplicate module
              </SubmitButton>
              {order.length > 1 ? (
                <SubmitButton intent="remove" variant="danger" formNoValidate pendingLabel="Removing...">
                  Remove module
                </SubmitButton>
              ) : null}
            </div>
          </form>
        </details>
      </Card>
    </li>
  );
}
