import { useEffect, useRef } from 'react';
import { href, useFetcher } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Check } from '#app/ui/icon.tsx';
import { UnsentMessage } from '#app/ui/unsent-message.tsx';

/**
 * Mark as Complete: one way, so that it is gone afterwards. Without scripts the server answers with a redirect back to the place; with scripts it happens in
 * place, is said to a screen reader, and the focus goes to the element `continueAt`, which leads on.
 */
export function CompleteButton({
  courseSlug,
  moduleId,
  isCompleted,
  isHeld,
  completedLabel = 'Module Completed',
  progressText,
  continueAt,
}: {
  courseSlug: string;
  moduleId: number;
  isCompleted: boolean;
  /** Whether its assignment completes it, not a press. */
  isHeld: boolean;
  completedLabel?: 'Module Completed' | 'Completed';
  progressText: string;
  /** The id of the element that leads on; it is on the page once the module is complete. */
  continueAt: string;
}) {
  const fetcher = useFetcher({ key: `complete-${courseSlug}-${moduleId}` });
  // A page may offer it twice: what follows belongs to the one that was pressed.
  const wasPressed = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone or cannot be focused any more.
    if (wasPressed.current && isCompleted) document.getElementById(continueAt)?.focus();
  }, [isCompleted, continueAt]);
  const isMarking = fetcher.state !== 'idle';
  return (
    <>
      {isHeld && !isCompleted ? (
        <p>
          This module is complete once{' '}
          <a
            className="link"
            href={`${href('/courses/:courseSlug/:moduleSegment', { courseSlug, moduleSegment: `module-${moduleId}` })}#assignment`}
          >
            your assignment
          </a>{' '}
          is accepted.
        </p>
      ) : null}
      {isCompleted || isHeld ? null : (
        <fetcher.Form
          method="post"
          data-offline="complete"
          className="grid justify-items-start gap-3"
          action={href('/courses/:courseSlug/complete', { courseSlug })}
          onSubmit={(event) => {
            if (isMarking) event.preventDefault();
            else wasPressed.current = true;
          }}
        >
          <input type="hidden" name="moduleId" value={moduleId} />
          {isMarking || !wasPressed.current ? null : <UnsentMessage reply={fetcher.data} />}
          <Button type="submit" size="large" aria-disabled={isMarking || undefined}>
            {isMarking ? 'Marking...' : 'Mark as Complete'}
          </Button>
        </fetcher.Form>
      )}
      <p role="status" className="sr-only">
        {wasPressed.current && isCompleted ? `${completedLabel}. ${progressText}` : ''}
      </p>
    </>
  );
}

/** What takes the button's place. */
export function CompletedLabel({ label }: { label: 'Module Completed' | 'Completed' }) {
  return (
    <Button disabled variant="quiet" className="px-0! text-good disabled:opacity-100">
      <Check /> {label}
    </Button>
  );
}
