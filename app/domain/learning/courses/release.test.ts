import { expect, it } from 'vitest';
import {
  openingOf,
  openingTimes,
  type Release,
  type ReleaseFacts,
  weekMs,
} from '#app/domain/learning/courses/release.ts';

const modules = [{ id: 1 }, { id: 2 }, { id: 3 }];
const start = new Date('2026-12-01T10:00:00Z');
const later = (weeks: number, ms = 0) => new Date(start.getTime() + weeks * weekMs + ms);
const reader = (facts: Partial<ReleaseFacts> = {}, isAdmin = false) => ({
  startedAt: null,
  openedModuleIds: [],
  completedModuleIds: [],
  handedInModuleIds: [],
  isAdmin,
  ...facts,
});
const release = (mode: Release['mode'], entries: Release['entries'] = {}): Release => ({
  mode,
  entries,
  version: 1,
});
const openIds = (schedule: Release | null, who: ReturnType<typeof reader>, at = start, list = modules) =>
  list.map(({ id }) => id).filter((id) => openingOf(schedule, list, id, who, at).isOpen);

const weekly = release('weekly', { 1: 0, 2: 1, 3: 3 });
const dates = release('dates', { 1: '2026-12-01T10:00:00.000Z', 2: '2026-12-08T10:00:00.000Z' });

it('opens every module without a schedule, and in any order', () => {
  expect(openIds(null, reader())).toEqual([1, 2, 3]);
  expect(openIds(release('any'), reader())).toEqual([1, 2, 3]);
});

it('opens one module after the other, in the order of the course and not of their numbers', () => {
  const inOrder = release('in_order');
  expect(openIds(inOrder, reader())).toEqual([1]);
  expect(openIds(inOrder, reader({ completedModuleIds: [1] }))).toEqual([1, 2]);
  const moved = [{ id: 3 }, { id: 1 }, { id: 2 }];
  expect(openIds(inOrder, reader(), start, moved)).toEqual([3]);
  expect(openingOf(inOrder, moved, 2, reader(), start)).toEqual({
    isOpen: false,
    opensBy: 'completing',
    number: 2,
  });
});

it('opens the module after one whose needed assignment is handed in, before it is answered (P331)', () => {
  const inOrder = release('in_order');
  const handedIn = reader({ handedInModuleIds: [1] });
  const withAssignment = (required: boolean) => [{ id: 1, assignment: { required } }, { id: 2 }, { id: 3 }];
  expect(openIds(inOrder, handedIn, start, withAssignment(true))).toEqual([1, 2]);
  expect(openIds(inOrder, handedIn, start, withAssignment(false))).toEqual([1]);
  expect(openIds(inOrder, reader(), start, withAssignment(true))).toEqual([1]);
});

it('opens modules by weeks since the start, to the millisecond', () => {
  expect(openIds(weekly, reader())).toEqual([1]);
  expect(openingOf(weekly, modules, 3, reader(), start)).toEqual({
    isOpen: false,
    opensBy: 'starting',
    weeks: 3,
  });
  const begun = reader({ startedAt: start });
  expect(openIds(weekly, begun, later(1, -1))).toEqual([1]);
  expect(openIds(weekly, begun, later(1))).toEqual([1, 2]);
  expect(openIds(weekly, begun, later(3))).toEqual([1, 2, 3]);
});

it('opens modules on fixed dates; one without a date opens with the one before it', () => {
  expect(openIds(dates, reader(), later(0, -1))).toEqual([]);
  expect(openIds(dates, reader(), later(0))).toEqual([1]);
  expect(openIds(dates, reader(), later(1))).toEqual([1, 2, 3]);
  expect(openingOf(dates, modules, 2, reader(), start)).toEqual({
    isOpen: false,
    opensBy: 'time',
    at: later(1),
  });
});

it('keeps open what was opened or completed, whatever the schedule', () => {
  const who = reader({ openedModuleIds: [2], completedModuleIds: [3] });
  for (const schedule of [weekly, dates, release('in_order')])
    expect(openIds(schedule, who, later(0, -1))).toEqual(expect.arrayContaining([2, 3]));
});

it('opens everything to admins', () => {
  expect(openIds(dates, reader({}, true), later(0, -1))).toEqual([1, 2, 3]);
});

it('tells the moments of a schedule, of weeks only once somebody has started', () => {
  expect(openingTimes(weekly, modules, null)).toEqual([]);
  expect(openingTimes(weekly, modules, start).map(({ at }) => at)).toEqual([start, later(1), later(3)]);
  expect(openingTimes(dates, modules, null).map(({ at }) => at)).toEqual([start, later(1), later(1)]);
  expect(openingTimes(release('in_order'), modules, start)).toEqual([]);
});
