import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';

/** A text to take along: selected by a press, and copied by a button where scripts run. */
export function CopyField({
  id,
  label,
  value,
  copiedMessage,
}: {
  id: string;
  label: string;
  value: string;
  copiedMessage: string;
}) {
  // Without scripts there is no button that would do nothing.
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => setCanCopy('clipboard' in navigator), []);
  const field = useRef<HTMLInputElement>(null);
  // Where the browser refuses, the text is at least selected.
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => field.current?.focus(),
    );
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 w-full min-w-0 flex-1 basis-64 rounded-control border border-line-strong bg-surface px-3 py-2 text-base"
        />
        {canCopy ? (
          <Button variant="secondary" onClick={copy}>
            Copy link
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-sm text-good empty:hidden">
        {isCopied ? copiedMessage : ''}
      </p>
    </div>
  );
}
