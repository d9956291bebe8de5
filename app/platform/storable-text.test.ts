import { expect, it } from 'vitest';
import { cutText, storable, storableData, storableFileName } from '#app/platform/storable-text.ts';

it('keeps what Postgres can store', () => {
  expect(storable('a\0b\ud83dc')).toBe('ab\ufffdc');
  expect(storableData({ a: ['x\0', { b: '\ude00y', c: 1, d: null }] })).toEqual({
    a: ['x', { b: '\ufffdy', c: 1, d: null }],
  });
});

it('cuts between characters, at the end and at the beginning', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀', 4)).toBe('ab😀');
  const name = storableFileName(`${'😀'.repeat(120)}a.zip`, 'file');
  expect(name).toBe(`${'😀'.repeat(97)}a.zip`);
  expect(storableFileName('\0', 'file')).toBe('file');
});
