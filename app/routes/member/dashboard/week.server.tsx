import { href } from 'react-router';
import type { Completion, Day } from '#app/domain/learning/dashboard/recent-activity.server.ts';
import { formatDayOfYear } from '#app/platform/date-format.ts';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

// Asking Intl for seven days twice took a twentieth of the time in which a dashboard is rendered.
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The last seven days with the modules completed on each, and the latest of them. */
export function Week({ week, recent }: { week: readonly Day[]; recent: readonly Completion[] }) {
  const sum = week.reduce((total, { count }) => total + count, 0);
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">Last 7 days</h2>
        <p className="text-sm text-muted tabular-nums">
          {sum === 0
            ? 'No module completed yet'
            : sum === 1
              ? '1 module completed'
              : `${sum} modules completed`}
        </p>
      </div>
      <ol className="grid grid-cols-7 gap-1.5 text-center text-xs sm:gap-2">
        {week.map(({ date, isToday, count }) => {
          const day = weekdays[new Date(date).getUTCDay()];
          return (
            <li key={date} className="grid gap-1.5">
              <span
                className={classNames(
                  'grid h-10 place-items-center rounded-control border font-semibold tabular-nums',
                  count > 0
                    ? 'border-transparent bg-accent text-on-accent'
                    : isToday
                      ? 'border-dashed border-accent text-muted'
                      : 'border-line bg-sunken text-muted',
                )}
              >
                <span aria-hidden="true">{count > 0 ? count : ''}</span>
                <span className="sr-only">
                  {day}: {count === 1 ? '1 module' : `${count} modules`}
                </span>
              </span>
              <span aria-hidden="true" className={isToday ? 'font-semibold' : 'text-muted'}>
                {/* The longer word has no room on a narrow phone. */}
                {isToday ? <span className="max-[24rem]:hidden">Today</span> : null}
                <span className={isToday ? 'min-[24rem]:hidden' : undefined}>{day?.slice(0, 3)}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {recent.length > 0 ? (
        <div className="grid gap-1 border-t border-line pt-4">
          <h3 className="text-base font-semibold">Recently completed</h3>
          <ul className="grid text-sm">
            {recent.map(({ courseSlug, courseTitle, moduleId, moduleTitle, completedAt }) => (
              <li
                key={`${courseSlug}-${moduleId}`}
                className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-baseline gap-2.5 py-1.5"
              >
                <Check className="size-4 self-center text-good" />
                <span>
                  <Link
                    to={href('/courses/:courseSlug/:moduleSegment', {
                      courseSlug,
                      moduleSegment: `module-${moduleId}`,
                    })}
                    className="font-medium no-underline hover:text-accent hover:underline"
                  >
                    {moduleTitle}
                  </Link>{' '}
                  <span className="text-muted">{courseTitle}</span>
                </span>
                <time dateTime={completedAt.toISOString().slice(0, 10)} className="text-xs text-muted">
                  {formatDayOfYear(completedAt)}
                </time>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Card>
  );
}
