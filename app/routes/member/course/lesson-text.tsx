import checklistScript from 'virtual:checklist-script';
import { href } from 'react-router';
import { SubmitButton } from '#app/ui/button.tsx';
import { Prose } from '#app/ui/prose.tsx';

/**
 * The text of a lesson. The boxes of its checklist belong to the form below it, which keeps them; with scripts
 * (app/ui/script/checklist.ts) each is kept as soon as it is ticked.
 */
export function LessonText({
  lesson,
  courseSlug,
  moduleId,
  ticked,
}: {
  lesson: { id: string; html?: string | undefined };
  courseSlug: string;
  moduleId: number;
  /** Such as "3 of 5 done"; null for a text without a checklist. */
  ticked: string | null;
}) {
  if (ticked === null) return <Prose id={lesson.id} html={lesson.html} />;
  return (
    <div key={moduleId} data-script={checklistScript} className="grid grid-cols-1 gap-4">
      <Prose id={lesson.id} html={lesson.html} />
      <form
        id="checklist"
        method="post"
        action={href('/courses/:courseSlug/:moduleSegment/checklist', {
          courseSlug,
          moduleSegment: `module-${moduleId}`,
        })}
        aria-label="Your checklist"
        className="no-print flex flex-wrap items-center gap-x-4 gap-y-2"
      >
        <p role="status" className="font-semibold text-accent">
          {ticked}
        </p>
        <SubmitButton variant="secondary" pendingLabel="Saving...">
          Save
        </SubmitButton>
      </form>
    </div>
  );
}
