import { href } from 'react-router';
import { type ModuleOpening, openingText } from '#app/domain/learning/courses/release.ts';
import { Card } from '#app/ui/card.tsx';
import { Lock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** What opens a module that is not open. */
export type ClosedModule = Exclude<ModuleOpening, { isOpen: true }>;

/** When a module opens: "Opens Dec 7, 2026, 09:00 UTC". */
export function OpensWhen({ opening }: { opening: ClosedModule }) {
  return (
    <>
      {openingText(opening)}
      {opening.opensBy === 'time' ? (
        <>
          {' '}
          <Moment at={opening.at} />
        </>
      ) : null}
    </>
  );
}

/** Stands where the lesson is, until the release schedule of the course opens it. */
export function ModuleClosed({ courseSlug, opening }: { courseSlug: string; opening: ClosedModule }) {
  return (
    <Card className="grid max-w-[700px] justify-items-start gap-3">
      <p className="flex items-start gap-2 font-display text-xl leading-snug">
        <Lock className="mt-1" /> This module isn't open yet
      </p>
      <p>
        <OpensWhen opening={opening} />.
      </p>
      <p className="text-muted">
        The{' '}
        <Link className="link" to={href('/courses/:courseSlug', { courseSlug })}>
          course page
        </Link>{' '}
        has the whole schedule. We notify you when a module opens.
      </p>
    </Card>
  );
}

/** Stands where the way on from a completed module is, when the next one is not open yet. `id` takes the focus. */
export function WaitingModule({
  id,
  courseSlug,
  title,
  opening,
}: {
  id: string;
  courseSlug: string;
  title: string;
  opening: ClosedModule;
}) {
  return (
    <p className="flex items-start gap-2">
      <Lock className="mt-1" />
      <span>
        Next module: {title}. <OpensWhen opening={opening} />.{' '}
        <Link id={id} className="link" to={href('/courses/:courseSlug', { courseSlug })}>
          See the schedule
        </Link>
      </span>
    </p>
  );
}
