import { useState } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Check } from '#app/ui/icon.tsx';

/**
 * Mark as Complete: one way. Posts to the course's page; without scripts the server answers with a redirect back,
 * with scripts it happens in place.
 */
export function CompleteButton({
  courseSlug,
  moduleId,
  isCompleted,
  completedLabel = 'Module Completed',
  returnTo,
}: {
  courseSlug: string;
  moduleId: number;
  isCompleted: boolean;
  completedLabel?: 'Module Completed' | 'Completed';
  returnTo: 'overview' | 'module';
}) {
  const fetcher = useFetcher({ key: `complete-${courseSlug}-${moduleId}` });
  const [wasOpen] = useState(!isCompleted);
  const isMarking = fetcher.state !== 'idle' && !isCompleted;
  return (
    <fetcher.Form
      method="post"
      action={`/courses/${courseSlug}/complete`}
      className="grid justify-items-start gap-2"
    >
      <input type="hidden" name="moduleId" value={moduleId} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        type="submit"
        disabled={isCompleted || isMarking}
        variant={isCompleted ? 'secondary' : 'primary'}
      >
        {isCompleted ? <Check /> : null}
        {isCompleted ? completedLabel : isMarking ? 'Marking...' : 'Mark as Complete'}
      </Button>
      {/* The button cannot say it: disabled, it has lost the focus. */}
      <p role="status" className="sr-only">
        {wasOpen && isCompleted ? completedLabel : ''}
      </p>
    </fetcher.Form>
  );
}
