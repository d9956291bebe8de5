import checklistScript from 'virtual:checklist-script';
import { SubmitButton } from '#app/ui/button.tsx';
import type { PagePart } from '#app/ui/page-html.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { StatusMessage } from '#app/ui/status-message.tsx';

/**
 * A text as long reading. The boxes of its checklist stand in a form around it, since text browsers send nothing that stands outside
 * one, and are kept by the button below it; with scripts (app/ui/script/checklist.ts) each is kept as soon as it is ticked.
 */
export function TickableText({
  text,
  action,
  ticked,
}: {
  text: PagePart;
  /** Where its checklist is kept. */
  action: string;
  /** Such as "3 of 5 done"; null for a text without a checklist. */
  ticked: string | null;
}) {
  if (ticked === null) return <Prose id={text.id} html={text.html} />;
  return (
    <div key={action} data-script={checklistScript}>
      <form
        id="checklist"
        method="post"
        data-offline="tick"
        action={action}
        className="grid grid-cols-1 gap-4"
      >
        <Prose id={text.id} html={text.html} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is named by a legend, which would be shown. */}
        <div
          id="ticked"
          role="group"
          aria-label="Your checklist"
          className="no-print flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <StatusMessage className="font-semibold text-accent">{ticked}</StatusMessage>
          <SubmitButton variant="secondary" pendingLabel="Saving...">
            Save
          </SubmitButton>
        </div>
      </form>
    </div>
  );
}
