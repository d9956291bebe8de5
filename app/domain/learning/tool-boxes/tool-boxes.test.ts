import { expect, it } from 'vitest';
import { dueToolBoxes, type PlacedToolBox } from '#app/domain/learning/tool-boxes/tool-boxes.server.ts';

const box = (checked: string): PlacedToolBox => ({
  kind: 'tool',
  tool: 'A tool',
  about: 'its parts',
  now: 'Parts are called parts.',
  press: 'Press **Parts**.',
  page: 'https://help.example.com/parts',
  file: `${checked}.md`,
  checked,
});

it('lists boxes from the fourth month on, over a new year too, the oldest first', () => {
  const all = ['2026-11', '2026-10', '2025-12', '2026-09'].map(box);
  const dueAt = (day: string) => dueToolBoxes(all, new Date(day)).map(({ checked }) => checked);
  expect(dueAt('2026-11-22')).toEqual(['2025-12']);
  expect(dueAt('2026-12-31T23:59:59Z')).toEqual(['2025-12']);
  expect(dueAt('2027-01-01')).toEqual(['2025-12', '2026-09']);
  expect(dueAt('2027-02-01')).toEqual(['2025-12', '2026-09', '2026-10']);
});
