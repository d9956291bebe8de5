import { expect, it } from 'vitest';
import { idOf } from '#app/ui/script/offline/outbox/entries.ts';
import { outcomeOf } from '#app/ui/script/offline/outbox/send.ts';

it.each<[number, string | null, ReturnType<typeof outcomeOf>]>([
  [204, '/courses/seo/module-1#note', 'sent'],
  [200, null, 'sent'],
  [204, '/login?redirectTo=%2Fcourses', 'later'],
  [401, null, 'later'],
  [412, null, 'later'],
  [429, null, 'later'],
  [503, null, 'later'],
  [409, null, 'conflict'],
  [422, null, 'refused'],
  [403, null, 'refused'],
  [404, null, 'refused'],
])('an answer of %i with the way %j means: %s', (status, location, outcome) => {
  expect(outcomeOf(status, location)).toBe(outcome);
});

it('a later change of a note or a box takes the place of the earlier one, and of nothing else', () => {
  const box = (name: string) =>
    idOf('tick', '/courses/seo/module-1/checklist', new URLSearchParams({ box: name }));
  expect(box('a')).toBe(box('a'));
  expect(box('a')).not.toBe(box('b'));
  const note = (text: string) => idOf('note', '/courses/seo/module-1', new URLSearchParams({ note: text }));
  expect(note('one')).toBe(note('two'));
  expect(note('one')).not.toBe(idOf('read', '/courses/seo/module-1', new URLSearchParams()));
});
