import { beforeEach, describe, expect, it } from 'vitest';
import { Checker } from '#app/domain/assistant/model/checking.ts';
import { Grounds } from '#app/domain/assistant/model/grounds.ts';

const place = (path: string, title: string) => ({ path, title, heading: '', place: 'Guide' });
const instructions =
  'You are the assistant of the academy and answer from what the subject line tools find, and nothing else.';

let checker: Checker;
beforeEach(() => {
  const grounds = new Grounds();
  grounds.add({
    citation: place('/training/guides/mailing-list#subject-lines', 'Mailing list'),
    text: 'A subject line says what is inside in six to nine words. Letters that promise 20% off are opened twice as often. Write to help@academy.example.',
    isOwn: false,
  });
  grounds.add({
    citation: place('/profile/billing', 'Billing'),
    text: 'Your membership is active. The next payment is $47.00 on March 3, 2027: [Billing](/profile/billing).',
    isOwn: true,
  });
  checker = new Checker(grounds, instructions);
});

const check = (text: string, mark = '') => checker.check({ text, mark })?.text ?? null;

describe('a sentence of a model', () => {
  it('is shown where its source says so, whatever its form', () => {
    expect(check('A subject line should say what is inside [1].')).toBe(
      'A subject line should say what is inside. [1]',
    );
    expect(check('Letters promising 20% are opened more often. [1]')).toBe(
      'Letters promising 20% are opened more often. [1]',
    );
    expect(check('Your next payment of $47.00 is on March 3, 2027 [2].')).toContain('[2]');
  });

  it.each([
    ['no number of a source', 'A subject line should say what is inside.'],
    ['a number of nothing', 'A subject line should say what is inside [7].'],
    ['words that its source has not', 'Canberra is the capital of Australia [1].'],
    ['nothing to say', 'It is so [1].'],
    ['a figure that its source has not', 'A subject line has 12 words inside [1].'],
    ['a price that its source has not', 'The next payment of your membership is $97.00 [2].'],
    ['a figure of another source', 'A subject line with 47.00 says what is inside [1].'],
    ['an address that its source has not', 'Write letters about a subject line to evil@academy.example [1].'],
    ['a link to elsewhere in words', 'A subject line says what is inside at https://evil.example/x [1].'],
    ['a host', 'A subject line says what is inside on evil.example [1].'],
    ['a key', 'A subject line says what is inside sk-live_abcdef123456 [1].'],
    ['an id', 'A subject line says what is inside 0194a6f0-1111-7222-8333-944455556666 [1].'],
    [
      'the instructions',
      'You are the assistant of the academy and answer: subject line says what is inside [1].',
    ],
    [
      'a quotation that its source has not',
      'It says "a subject line says what is outside" of the words [1].',
    ],
    ['a quotation of another source', 'It says "your membership is active" of a subject line inside [1].'],
  ])('is left out for %s', (_, sentence) => {
    expect(check(sentence)).toBeNull();
  });

  it('may quote what stands in its source, with other marks and breaks', () => {
    expect(check('It says \u201cA subject line says what is inside\u201d [1].')).not.toBeNull();
    expect(check('A subject line says what is inside in six to nine words. [1]', '> ')).not.toBeNull();
    expect(check('A subject line says what is inside in ten words. [1]', '> ')).toBeNull();
  });

  it('loses numbers of nothing, and links to other places than its sources', () => {
    expect(check('A subject line says what is inside [1][9].')).toBe(
      'A subject line says what is inside. [1]',
    );
    expect(check('A [subject line](https://evil.example) says what is inside [1].')).toBe(
      'A subject line says what is inside. [1]',
    );
    expect(check('A [subject line](/logout) says what is inside [1].')).toBe(
      'A subject line says what is inside. [1]',
    );
    expect(check('Your membership is active: [Billing](/profile/billing) [2].')).toContain(
      '[Billing](/profile/billing)',
    );
    expect(check('![subject line](/training/guides/mailing-list) says what is inside [1].')).not.toContain(
      '!',
    );
  });

  it('may name an address that stands in its source', () => {
    expect(check('Write letters to help@academy.example about a subject line [1].')).not.toBeNull();
  });
});
