import { expect, test } from 'vitest';
import { keptBy } from '#app/platform/runtime/kept-by.server.ts';

test('what is made of an object is made once, also where it is nothing, and not kept when making it fails', () => {
  const made: string[] = [];
  const nameOf = keptBy(({ name }: { name: string }) => {
    made.push(name);
    if (made.length === 1) throw new Error('not yet');
    return name || undefined;
  });
  const [one, none] = [{ name: 'one' }, { name: '' }];
  expect(() => nameOf(one)).toThrow('not yet');
  expect([nameOf(one), nameOf(one), nameOf(none), nameOf(none)]).toEqual([
    'one',
    'one',
    undefined,
    undefined,
  ]);
  expect(nameOf({ name: 'one' })).toBe('one');
  expect(made).toEqual(['one', 'one', '', 'one']);
});
