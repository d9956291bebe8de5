import { addDays, type CalendarDay } from '#app/platform/time-zone.ts';

/** Whether a task is done, and on which day, as far as that is known. */
export interface TaskState {
  isDone: boolean;
  doneOn: CalendarDay | null;
}

/** A task on its day. */
type ScheduledTask<T extends TaskState> = T & { day: CalendarDay };

export interface Schedule<T extends TaskState> {
  /** In their order. */
  tasks: ScheduledTask<T>[];
  /** Today's task; null where today's is done, where today has none, and where all are done. */
  today: ScheduledTask<T> | null;
  /** The first task that is not done, today's or a later one. */
  next: ScheduledTask<T> | null;
  doneCount: number;
  /** Whether tasks are on later days than they were planned for, because days were left out. */
  isMoved: boolean;
}

/**
 * Puts the tasks of a week on days, of which the first is `startsOn`. A day that was left out moves what is not done to today and the
 * days after it, one task on each; a task that was done earlier than planned leaves its day free. Whoever has done a task today has the
 * next one tomorrow at the earliest.
 */
export function scheduleWeek<T extends TaskState>(
  tasks: readonly T[],
  startsOn: CalendarDay,
  today: CalendarDay,
): Schedule<T> {
  const hasDoneToday = tasks.some(({ doneOn }) => doneOn === today);
  let earliest = hasDoneToday ? addDays(today, 1) : today;
  let isMoved = false;
  const scheduled = tasks.map((task, index) => {
    const planned = addDays(startsOn, index);
    if (task.isDone) return { ...task, day: task.doneOn ?? (planned < today ? planned : today) };
    const day = planned > earliest ? planned : earliest;
    earliest = addDays(day, 1);
    isMoved ||= day > planned;
    return { ...task, day };
  });
  const next = scheduled.find(({ isDone }) => !isDone) ?? null;
  return {
    tasks: scheduled,
    today: next?.day === today ? next : null,
    next,
    doneCount: scheduled.filter(({ isDone }) => isDone).length,
    isMoved,
  };
}
