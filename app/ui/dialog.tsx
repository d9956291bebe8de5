import { type ReactNode, useEffect, useRef } from 'react';
import { Close } from '#app/ui/icon.tsx';

/**
 * A modal dialog, at most 800 px wide, on the platform's own element: it traps focus, closes with Escape
 * and gives focus back. Rendered only while open.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose(): void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-label={title}
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-[800px] rounded-card border border-line bg-surface p-0 text-ink shadow-float"
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 className="text-xl">{title}</h2>
        <button
          type="button"
          onClick={() => ref.current?.close()}
          className="-mr-2 inline-flex size-11 cursor-pointer items-center justify-center rounded-control hover:bg-sunken"
        >
          <Close />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div className="p-5">{children}</div>
    </dialog>
  );
}
