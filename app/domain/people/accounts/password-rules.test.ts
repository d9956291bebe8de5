import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  passwordProblem,
  refusePersonalPassword,
} from '#app/domain/people/accounts/password-rules.server.ts';

// The site's name is a setting.
beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://no-database-is-needed');
});

describe('a password', () => {
  it.each([
    ['12345', 'at least 6 characters'],
    ['x'.repeat(129), 'at most 128 characters'],
    ['password', 'most common'],
    ['PassWord', 'most common'],
    ['Password1!', 'most common'],
    ['iloveyou!!', 'most common'],
    ['qwerty123!', 'most common'],
    ['      ', 'spaces alone'],
    ['\u00a0\u00a0\u2003   ', 'spaces alone'],
    ['aaaaaa', 'over and over'],
    ['AAaaAA', 'over and over'],
    ['121212', 'over and over'],
    ['abcabcabc', 'over and over'],
    ['kuxmkuxm', 'over and over'],
    ['monkeymonkey', 'over and over'],
    ['abcdef', 'neighboring'],
    ['ABCDEF', 'neighboring'],
    ['654321', 'neighboring'],
    ['567890', 'neighboring'],
    ['qwertz', 'neighboring'],
    ['asdfgh', 'neighboring'],
    ['poiuytrewq', 'neighboring'],
    ['asdf1234', 'neighboring'],
    ['cba987', 'neighboring'],
    // No word of the short list, but in lists of what was stolen elsewhere.
    ['Summer2025', 'data breach'],
    ['Winter-2031!', 'data breach'],
    ['chelsea1905', 'data breach'],
    ['lp0520', 'data breach'],
    ['Academy1', 'name of this site'],
    ['marketingacademy', 'name of this site'],
    ['Marketing-Academy-2026!', 'name of this site'],
  ])('%j is refused: %s', (password, words) => {
    expect(passwordProblem(password)).toMatch(new RegExp(`${words}|most common`));
  });

  it.each([
    'a-good-password',
    'tr0ut-lake',
    // A year behind words that nobody else has.
    'trout lake 2025',
    'abcdeg7',
    // Long enough a piece, and none that others would try.
    'kuxmakuxma',
    // Two letters are no piece of a row.
    'lkjhgfop',
    'academy of sorts',
    'correct-horse-9',
    'qwpoqwpo-not',
    '日本語の合言葉',
    'x'.repeat(5) + 'yzw12!'.repeat(3),
  ])('%j is taken', (password) => {
    expect(passwordProblem(password)).toBeNull();
  });
});

describe('a password of one’s own', () => {
  const owner = { email: 'ada.example99@mail.example.com', name: 'Ada Mary Example' };

  it.each([
    'ada.example99@mail.example.com',
    'Ada.Example99',
    'adaexample',
    'example',
    'Example-2026',
    'AdaMaryExample',
    'mary12!!',
    'maryexampleada',
    'mail.example.com',
  ])('name or address is refused: %j', (password) => {
    expect(() => refusePersonalPassword(password, owner)).toThrow(
      expect.objectContaining({ kind: 'invalid', field: 'password' }),
    );
  });

  it.each(['adagio-in-g', 'my example of one', '99-bottles', '777777-x'])(
    'choice is taken: %j',
    (password) => {
      expect(() => refusePersonalPassword(password, owner)).not.toThrow();
    },
  );

  it('is not refused for an empty name or digits that happen to be in it', () => {
    expect(() => refusePersonalPassword('123-456-x', { email: 'x1@y.example', name: '' })).not.toThrow();
    expect(() => refusePersonalPassword('42-17-99', { email: '7@y.example', name: 'Al Bo' })).not.toThrow();
  });
});
