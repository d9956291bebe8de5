import checklistScript from 'virtual:checklist-script';
import { boxesAreSent } from '#app/routes/frame/keeping/boxes-are-sent.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Prose } from '#app/ui/prose.tsx';

/**
 * A text as long reading. The boxes of its checklist belong to the form below it, which keeps them; with scripts
 * (app/ui/script/checklist.ts) each is kept as soon as it is ticked.
 */
export function TickableText({
  text,
  action,
  ticked,
}: {
  text: { id: string; html?: string | undefined };
  /** Where its checklist is kept. */
  action: string;
  /** Such as "3 of 5 done"; null for a text without a checklist. */
  ticked: string | null;
}) {
  if (ticked === null) return <Prose id={text.id} html={text.html} />;
  return (
    <div key={action} data-script={checklistScript} className="grid grid-cols-1 gap-4">
      <Prose id={text.id} html={text.html} />
      <input type="hidden" form="checklist" name={boxesAreSent} value="1" />
      <form
        id="checklist"
        method="post"
        action={action}
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
