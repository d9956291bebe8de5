import { describe, expect, it } from 'vitest';
import { scheduleWeek, type TaskState } from '#app/domain/learning/first-week/schedule.ts';

const open: TaskState = { isDone: false, doneOn: null };
const doneOn = (day: string): TaskState => ({ isDone: true, doneOn: `2026-11-${day}` });
/** The days of November of the tasks, today's in brackets. */
const days = (tasks: TaskState[], today: string) => {
  const schedule = scheduleWeek(tasks, '2026-11-02', `2026-11-${today}`);
  return schedule.tasks
    .map((task) => (task === schedule.today ? `[${task.day.slice(8)}]` : task.day.slice(8)))
    .join(' ');
};

describe('the days of a week', () => {
  it('are one after the other, from the first', () => {
    expect(days([open, open, open], '02')).toBe('[02] 03 04');
  });

  it('move when days were left out, one task on each', () => {
    expect(days([open, open, open], '05')).toBe('[05] 06 07');
    expect(days([doneOn('02'), open, open], '05')).toBe('02 [05] 06');
    expect(scheduleWeek([open, open], '2026-11-02', '2026-11-05').isMoved).toBe(true);
    expect(scheduleWeek([open, open], '2026-11-02', '2026-11-02').isMoved).toBe(false);
  });

  it('have no second task on a day on which one was done', () => {
    expect(days([doneOn('02'), open, open], '02')).toBe('02 03 04');
    // One that was left out before, done today: the next is tomorrow.
    expect(days([doneOn('05'), open, open], '05')).toBe('05 06 07');
  });

  it('stay free where tasks were done ahead', () => {
    expect(days([doneOn('02'), doneOn('02'), open], '03')).toBe('02 02 04');
  });

  it('take the planned day of a task of which only that it is done is known', () => {
    const done: TaskState = { isDone: true, doneOn: null };
    expect(days([done, open], '03')).toBe('02 [03]');
    expect(days([open, done], '02')).toBe('[02] 02');
  });

  it('name what is next, and how much is done', () => {
    const schedule = scheduleWeek([doneOn('02'), open, open], '2026-11-02', '2026-11-02');
    expect(schedule).toMatchObject({ today: null, next: { day: '2026-11-03' }, doneCount: 1 });
    const finished = scheduleWeek([doneOn('02'), doneOn('04')], '2026-11-02', '2026-11-20');
    expect(finished).toMatchObject({ today: null, next: null, doneCount: 2, isMoved: false });
  });

  it('go over the end of a month', () => {
    expect(scheduleWeek([open, open], '2026-11-30', '2026-11-30').tasks.map(({ day }) => day)).toEqual([
      '2026-11-30',
      '2026-12-01',
    ]);
  });
});
