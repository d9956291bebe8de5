import type { ShownTask, ShownWeek } from '#app/domain/learning/first-week/shown-week.server.ts';
import { formatDayOfYear } from '#app/platform/date-format.ts';
import { addDays, type CalendarDay, midnightOf } from '#app/platform/time-zone.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ArrowRight, Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';

// Asking Intl for each day takes longer than all else on the dashboard.
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekdayOf = (day: CalendarDay) => weekdays[midnightOf(day).getUTCDay()] ?? '';

/** A day in a few words: today, tomorrow, or as "Mon, Nov 30". */
function dayText(day: CalendarDay, today: CalendarDay): string {
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  return `${weekdayOf(day).slice(0, 3)}, ${formatDayOfYear(midnightOf(day))}`;
}

const nameOf = (week: ShownWeek) => (week.number === 1 ? 'Your first week' : 'Your week');

/** The week that somebody has planned: today's task first, and all of its tasks beside it. */
export function PlannedWeekCard({ week }: { week: ShownWeek }) {
  const { tasks, doneCount } = week;
  return (
    <section
      aria-labelledby="planned-week"
      className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface shadow-card lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="grid min-w-0 content-start gap-5 p-5 wrap-anywhere sm:p-8">
        <p className="eyebrow">
          {nameOf(week)}: {weekdayOf(week.day)}, {formatDayOfYear(midnightOf(week.day))}
        </p>
        <TaskOfToday week={week} />
        <div className="max-w-md lg:pt-4">
          <ProgressBar
            percent={tasks.length > 0 ? Math.round((100 * doneCount) / tasks.length) : 100}
            label={`Progress in ${nameOf(week).toLowerCase()}`}
          >
            {`${doneCount} of ${tasks.length} tasks done`}
          </ProgressBar>
        </div>
        {week.isMoved && week.next ? (
          <p className="text-sm text-muted">
            You skipped a day or more, so the rest of the week moved along. It now ends on{' '}
            {weekdayOf(lastDayOf(week))}, {formatDayOfYear(midnightOf(lastDayOf(week)))}.
          </p>
        ) : null}
      </div>
      <div className="grid content-between border-t border-line bg-sunken p-4 sm:p-6 lg:border-t-0 lg:border-l">
        <ol className="grid gap-0.5">
          {tasks.map((task) => (
            <TaskRow key={`${task.path} ${task.action}`} task={task} today={week.day} />
          ))}
        </ol>
        <p className="px-2 pt-3 text-sm">
          <Link to="/first-week" className="link inline-flex min-h-11 items-center">
            Change or put away this week
          </Link>
        </p>
      </div>
    </section>
  );
}

const lastDayOf = ({ tasks }: ShownWeek): CalendarDay =>
  tasks
    .map(({ day }) => day)
    .sort()
    .at(-1) ?? '';

function TaskOfToday({ week }: { week: ShownWeek }) {
  const { today, next, tasks } = week;
  if (!next)
    return (
      <>
        <div className="grid gap-2">
          <h2 id="planned-week">{week.number === 1 ? 'Your first week is done' : 'Your week is done'}</h2>
          <p className="text-muted">
            {tasks.length === 1 ? 'You finished its task.' : `You finished all ${tasks.length} tasks.`} Plan
            the next week, or go on with a course at your own pace.
          </p>
        </div>
        <p>
          <ButtonLink size="large" to="/first-week">
            Plan my next week <ArrowRight />
          </ButtonLink>
        </p>
      </>
    );
  const isToday = today !== null;
  return (
    <>
      <div className="grid gap-2">
        {isToday ? null : (
          <p className="flex items-center gap-2 font-semibold text-good">
            <Check /> You’re done for today. Up next:
          </p>
        )}
        <h2 id="planned-week">{next.title}</h2>
        <p className="text-sm font-semibold text-muted">
          {isToday ? '' : `${dayText(next.day, week.day)}: `}
          {next.partOf}. About {minutesText(next.minutes)}.
        </p>
        <p className="max-w-prose text-lg text-muted">{next.about}</p>
      </div>
      <p>
        <ButtonLink size="large" variant={isToday ? 'primary' : 'secondary'} to={next.path}>
          {isToday ? next.action : 'Start early'} <ArrowRight />
        </ButtonLink>
      </p>
    </>
  );
}

const minutesText = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** A task in its line: whether it is done, what it is and its day. */
function TaskRow({ task, today }: { task: ShownTask & { day: CalendarDay }; today: CalendarDay }) {
  const isToday = !task.isDone && task.day === today;
  return (
    <li
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 rounded-control px-2 py-2',
        isToday && 'bg-surface',
      )}
    >
      {task.isDone ? (
        <Check className="mt-0.5 size-5 text-good" />
      ) : (
        <span
          aria-hidden="true"
          className={classNames(
            'mt-1 ml-0.5 size-4 rounded-full border-2',
            isToday ? 'border-accent bg-accent-soft' : 'border-line-strong',
          )}
        />
      )}
      <div className="grid min-w-0">
        <Link
          to={task.path}
          className={classNames(
            'text-sm no-underline wrap-anywhere hover:text-accent hover:underline',
            isToday ? 'font-semibold' : 'font-medium',
            task.isDone && 'text-muted',
          )}
        >
          {task.title}
        </Link>
        <span className="text-xs text-muted">
          {task.isDone ? <span className="sr-only">Done. </span> : null}
          {dayText(task.day, today)}
          {task.isDone ? null : `, ${task.minutes} min`}
        </span>
      </div>
    </li>
  );
}

/** Leads to the four questions: large for somebody who has begun nothing, else in a line. */
export function PlanInvitation({ isNew }: { isNew: boolean }) {
  return (
    <section
      aria-labelledby="plan-week"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-surface',
        isNew ? 'p-5 shadow-card sm:p-8' : 'px-5 py-4',
      )}
    >
      <div className="grid min-w-0 grow basis-80 gap-1">
        <h2 id="plan-week" className={isNew ? undefined : 'text-lg'}>
          {isNew ? 'Plan your first week' : 'One task a day'}
        </h2>
        <p className={classNames('text-muted', !isNew && 'text-sm')}>
          {isNew
            ? 'Answer four questions and get one task a day, chosen for what you want to improve.'
            : 'Answer four questions to get a plan for the week.'}
        </p>
      </div>
      <ButtonLink
        size={isNew ? 'large' : 'normal'}
        variant={isNew ? 'primary' : 'secondary'}
        to="/first-week"
      >
        {isNew ? 'Plan my first week' : 'Plan my week'} {isNew ? <ArrowRight /> : null}
      </ButtonLink>
    </section>
  );
}
