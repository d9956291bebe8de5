import { expect, test } from 'vitest';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';

test('what is made of an object is made once, also where it is nothing, and not kept when making it fails', () => {
  const madeNames: string[] = [];
  const nameOf = memoizeByObject(({ name }: { name: string }) => {
    madeNames.push(name);
    if (madeNames.length === 1) throw new Error('not yet');
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
  expect(madeNames).toEqual(['one', 'one', '', 'one']);
});
