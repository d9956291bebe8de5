import { describe, expect, it } from 'vitest';
import {
  type Asset,
  assets,
  chooseStart,
  type Goal,
  goals,
  type Stage,
} from '#app/domain/learning/first-week/answers.ts';
import { firstWeekCopy } from '#app/domain/learning/first-week/first-week-copy.server.ts';
import {
  type Done,
  type Ingredients,
  minuteChoices,
  planWeek,
} from '#app/domain/learning/first-week/plan.ts';

const nothing: Done = {
  hasRead: () => false,
  hasOpened: () => false,
  hasCompleted: () => false,
  hasPassed: () => false,
};
const ingredients: Ingredients = {
  minutesPerDay: 30,
  firstRead: 'guides/a',
  midweekRead: 'playbooks/b',
  courses: [
    { slug: 'one', moduleIds: [3, 1, 2], hasQuiz: true },
    { slug: 'two', moduleIds: [1, 2, 3, 4], hasQuiz: false },
  ],
};
/** A plan in short, such as "read guides/a, one 3, quiz one". */
const inShort = (parts: Partial<Ingredients>, done: Partial<Done> = {}) =>
  planWeek({ ...ingredients, ...parts }, { ...nothing, ...done })
    .map((task) =>
      task.kind === 'read'
        ? `read ${task.piece}`
        : task.kind === 'quiz'
          ? `quiz ${task.course}`
          : task.kind === 'open'
            ? `open ${task.course} ${task.module}`
            : `${task.course} ${task.modules.join('+')}`,
    )
    .join(', ');

describe('the plan of a week', () => {
  it('with half an hour a day has a module on each, in the order of the course', () => {
    expect(inShort({})).toBe('read guides/a, one 3, one 1, read playbooks/b, one 2, quiz one, two 1');
  });

  it('with a quarter of an hour takes two days for a module', () => {
    expect(inShort({ minutesPerDay: 15 })).toBe(
      'read guides/a, open one 3, one 3, read playbooks/b, open one 1, one 1, open one 2',
    );
  });

  it('with an hour has two modules on each', () => {
    expect(inShort({ minutesPerDay: 60 })).toBe(
      'read guides/a, one 3+1, one 2, read playbooks/b, quiz one, two 1+2, two 3+4',
    );
  });

  it('leaves out what is done', () => {
    expect(
      inShort(
        { minutesPerDay: 15 },
        {
          hasRead: (piece) => piece === 'guides/a',
          hasCompleted: (course, module) => course === 'one' && module !== 2,
          hasOpened: (course, module) => course === 'one' && module === 2,
        },
      ),
    ).toBe('one 2, quiz one, open two 1, read playbooks/b, two 1, open two 2, two 2');
    expect(inShort({}, { hasPassed: () => true, hasRead: () => true })).toBe(
      'one 3, one 1, one 2, two 1, two 2, two 3, two 4',
    );
  });

  it('is shorter where little is left, and empty where nothing is', () => {
    const allModules = { hasCompleted: () => true };
    expect(inShort({}, allModules)).toBe('read guides/a, quiz one, read playbooks/b');
    expect(inShort({}, { ...allModules, hasRead: () => true, hasPassed: () => true })).toBe('');
  });

  it('reads one piece once', () => {
    expect(inShort({ midweekRead: 'guides/a' })).toBe(
      'read guides/a, one 3, one 1, one 2, quiz one, two 1, two 2',
    );
  });
});

describe('where a week begins', () => {
  const rules = firstWeekCopy();
  const startOf = (goal: Goal, owned: Asset[] = [], stage: Stage = 'customers') =>
    chooseStart({ goal, stage, assets: owned }, rules).course;

  it('is the gap that the goal names, with what is there for it', () => {
    expect(startOf('found', ['website'])).toBe('seo');
    expect(startOf('found', ['website', 'budget'])).toBe('paid-traffic');
    expect(startOf('found', ['budget'])).toBe('social-media-marketing');
    expect(startOf('leads', ['website'])).toBe('landing-pages');
    expect(startOf('leads')).toBe('website-design');
    expect(startOf('sales')).toBe('lead-generation');
    expect(startOf('return', ['list'])).toBe('email-marketing');
  });

  it('is finding a product for whoever has none, whatever the goal', () => {
    for (const goal of goals)
      expect(startOf(goal, [...assets], 'idea')).toBe('entrepreneurial-brainstorming');
  });

  it('asks for time as the plan counts it', () => {
    expect(rules.time.choices.map(({ minutes }) => minutes)).toEqual([...minuteChoices]);
  });
});
