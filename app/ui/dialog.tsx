import { type ComponentProps, useEffect, useRef } from 'react';
import { Close } from '#app/ui/icon.tsx';

// Browsers know these attributes (app/ui/script/commands.ts does what they mean for those that do not yet), React's types do not.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}

interface DialogProps extends ComponentProps<'dialog'> {
  id: string;
  title: string;
}

/** The attributes of a button that opens the dialog of this id. */
export const opensDialog = (id: string) => ({ command: 'show-modal', commandfor: id }) as const;

/**
 * A modal dialog, at most 800 px wide, on the platform's own element: it traps focus, closes with Escape
 * and gives focus back. Closed until a button opens it.
 */
export function Dialog({ id, title, children, ...props }: DialogProps) {
  return (
    <dialog
      {...props}
      id={id}
      aria-label={title}
      className="m-auto w-[calc(100%-2rem)] max-w-[800px] rounded-card border border-line bg-surface p-0 text-ink shadow-float"
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 className="text-xl">{title}</h2>
        <button
          type="button"
          command="close"
          commandfor={id}
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

/** A dialog that React shows: open for as long as it is rendered. */
export function OpenDialog(props: DialogProps & { onClose(): void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return <Dialog {...props} ref={ref} />;
}
