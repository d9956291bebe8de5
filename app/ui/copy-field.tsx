import { Button } from '#app/ui/button.tsx';

/** A text to take along: selected by a press, and copied by a button where scripts run (app/ui/script/copy-buttons.ts). */
export function CopyField({
  id,
  label,
  value,
  copiedMessage,
  button = 'Copy link',
  isLabelHidden = false,
}: {
  id: string;
  label: string;
  value: string;
  copiedMessage: string;
  /** What the button reads. */
  button?: string;
  /** Where what is around it names it to the eye, as the heading of a column does. */
  isLabelHidden?: boolean;
}) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          readOnly
          value={value}
          data-selects
          className="min-h-11 w-full min-w-0 flex-1 basis-64 rounded-control border border-line-strong bg-surface px-3 py-2 text-base"
        />
        <Button variant="secondary" className="scripts-only" data-copies={id} data-copied={copiedMessage}>
          {button}
        </Button>
      </div>
      <p id={`${id}-said`} role="status" className="text-sm text-good empty:hidden" />
    </div>
  );
}
