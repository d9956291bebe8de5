import { expect, it } from 'vitest';
import { parseReader, whatToDelete } from '#app/ui/script/offline/reader.ts';

const ada = parseReader('ada member', null);

it('goes on where the same person may read the same', () => {
  expect(whatToDelete(ada, parseReader('ada member', ada))).toBe('nothing');
});

it.each(['ada registered', 'ada off', 'none'])(
  'deletes pages where what may be read changes: %s',
  (header) => {
    expect(whatToDelete(ada, parseReader(header, ada))).toBe('pages');
  },
);

it('deletes everything where somebody else signs in, also after a while without anybody', () => {
  expect(whatToDelete(ada, parseReader('ben member', ada))).toBe('all');
  const nobody = parseReader('none', ada);
  expect(whatToDelete(nobody, parseReader('ben member', nobody))).toBe('all');
});

it('keeps what waits to be sent where the same person comes back', () => {
  const nobody = parseReader('none', ada);
  expect(whatToDelete(nobody, parseReader('ada member', nobody))).toBe('pages');
});

it('has nothing of anybody to keep at first', () => {
  expect(parseReader('none', null)).toEqual({ account: '', access: 'none' });
  expect(whatToDelete(null, ada)).toBe('pages');
  expect(whatToDelete(parseReader('none', null), ada)).toBe('pages');
});
