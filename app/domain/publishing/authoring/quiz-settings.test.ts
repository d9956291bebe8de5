import { describe, expect, it } from 'vitest';
import { quizSchema, usualSettings } from '#app/domain/learning/quizzes/quiz.ts';
import {
  quizSettingsSchema,
  settingsIn,
  valuesOfSettings,
} from '#app/domain/publishing/authoring/quiz-settings.ts';

describe('the settings of a quiz', () => {
  it('say nothing in the file where they are as usual, and come back as they were', () => {
    expect(Object.values(valuesOfSettings(usualSettings)).filter((value) => value !== undefined)).toEqual([]);
    expect(settingsIn({})).toEqual(usualSettings);
    for (const settings of [
      { draw: 3, pass: 2, attempts: null },
      { draw: 5, pass: 5, attempts: { most: 2, per: 'day' as const } },
      { draw: 10, pass: 4, attempts: { most: 1, per: 'ever' as const } },
    ])
      expect(settingsIn(valuesOfSettings(settings))).toEqual(settings);
  });

  it('are read leniently from a draft, and strictly for publishing', () => {
    expect(settingsIn({ draw: 'many', pass: 2.5, attempts: 'none' })).toEqual(usualSettings);
    const question = {
      kind: 'order',
      ask: 'In which order?',
      steps: ['One', 'Two'],
      why: 'So it is.',
      passage: '/courses/seo/module-1',
    };
    const read = (settings: object) => quizSchema.safeParse({ ...settings, questions: [question] });
    expect(read({}).data).toMatchObject(usualSettings);
    expect(read({ draw: 2, pass: 1, attempts: { most: 3, per: 'ever' } }).success).toBe(true);
    for (const wrong of [
      { draw: 3 },
      { draw: 0 },
      { attempts: { most: 1 } },
      { attempts: { most: 0, per: 'day' } },
    ])
      expect(read(wrong).success).toBe(false);
  });

  it('of a form ask for whole numbers, and for no more right answers than questions', () => {
    const read = (typed: object) => quizSettingsSchema.safeParse(typed);
    const settings = (typed: object) => read(typed).data?.settings;
    expect(settings({ draw: '3', pass: '2', most: '' })).toEqual({ draw: 3, pass: 2, attempts: null });
    expect(settings({ draw: '3', pass: '2', most: '2', per: 'ever' })?.attempts).toEqual({
      most: 2,
      per: 'ever',
    });
    for (const [typed, field] of [
      [{ draw: '3', pass: '4' }, 'pass'],
      [{ draw: '2.5', pass: '1' }, 'draw'],
      [{ draw: '0x3', pass: '1' }, 'draw'],
      [{ draw: '1e400', pass: '1' }, 'draw'],
      [{ pass: '1' }, 'draw'],
      [{ draw: '5', pass: '4', most: '0' }, 'most'],
      [{ draw: '99', pass: '4' }, 'draw'],
    ] as const)
      expect(read(typed).error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});
