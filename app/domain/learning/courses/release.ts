import { dayMs } from '#app/platform/durations.ts';

// When the modules of a course open for a reader: the one place that decides it (P258).

export const releaseModes = ['any', 'in_order', 'weekly', 'dates'] as const;
export type ReleaseMode = (typeof releaseModes)[number];

/** When the modules of a course open. */
export interface Release {
  mode: ReleaseMode;
  /** By module: weeks after the start (weekly), or a moment in ISO 8601 (dates). */
  entries: Readonly<Record<string, number | string>>;
  version: number;
}

/** What of a reader decides which modules are open. */
export interface ReleaseFacts {
  /** When they first opened or completed a module; null before. */
  startedAt: Date | null;
  openedModuleIds: readonly number[];
  completedModuleIds: readonly number[];
  /** Whose assignment they have handed in, answered or not. */
  handedInModuleIds: readonly number[];
}

/** Whether a module is open for a reader; if it is not, what opens it. */
export type ModuleOpening =
  | { isOpen: true }
  | { isOpen: false; opensBy: 'completing'; number: number }
  | { isOpen: false; opensBy: 'starting'; weeks: number }
  | { isOpen: false; opensBy: 'time'; at: Date };

const open = { isOpen: true } as const;

/** Weeks are counted to the minute: a week is 168 hours. */
export const weekMs = 7 * dayMs;

/** The modules of a course in their order. */
type Modules = readonly { id: number; assignment?: { required: boolean } | null }[];

/** The entry of a module: its own, or that of the nearest module before it that has one. */
export function entryOf({ entries }: Pick<Release, 'entries'>, modules: Modules, moduleId: number) {
  const before = modules.slice(0, modules.findIndex(({ id }) => id === moduleId) + 1).reverse();
  return before.map(({ id }) => entries[String(id)]).find((entry) => entry !== undefined);
}

/**
 * Whether a module is open for somebody at a moment, by the schedule alone: access to the course is another question. What they have
 * opened or completed stays open, and admins find everything open.
 */
export function openingOf(
  release: Release | null,
  modules: Modules,
  moduleId: number,
  reader: ReleaseFacts & { isAdmin: boolean },
  at: Date,
): ModuleOpening {
  if (!release || release.mode === 'any' || reader.isAdmin) return open;
  if (reader.openedModuleIds.includes(moduleId) || reader.completedModuleIds.includes(moduleId)) return open;
  if (release.mode === 'in_order') {
    const number = modules.findIndex(({ id }) => id === moduleId);
    const before = modules[number - 1];
    if (!before || reader.completedModuleIds.includes(before.id)) return open;
    // Nobody waits with the next module for an answer (P331).
    if (before.assignment?.required && reader.handedInModuleIds.includes(before.id)) return open;
    // Counted from 1, the one before has the number that this one has from 0.
    return { isOpen: false, opensBy: 'completing', number };
  }
  const entry = entryOf(release, modules, moduleId);
  if (release.mode === 'weekly') {
    const weeks = typeof entry === 'number' ? entry : 0;
    if (weeks === 0) return open;
    if (!reader.startedAt) return { isOpen: false, opensBy: 'starting', weeks };
    return byTime(new Date(reader.startedAt.getTime() + weeks * weekMs), at);
  }
  return typeof entry === 'string' ? byTime(new Date(entry), at) : open;
}

const byTime = (opensAt: Date, at: Date): ModuleOpening =>
  at >= opensAt ? open : { isOpen: false, opensBy: 'time', at: opensAt };

/**
 * The module to go on with, of those that are not completed: the first that is open, those behind `after` (a place, from 1) before the
 * others. Where none is open it is the first of them with what opens it; null when all are completed.
 */
export function findNextModule<Module extends { id: number; number: number }>(
  modules: readonly Module[],
  completedModuleIds: readonly number[],
  openings: ReadonlyMap<number, ModuleOpening>,
  after = 0,
): { module: Module; opening: ModuleOpening } | null {
  const remaining = modules.filter(({ id }) => !completedModuleIds.includes(id));
  const inTurn = [
    ...remaining.filter(({ number }) => number > after),
    ...remaining.filter(({ number }) => number <= after),
  ];
  const openingFor = ({ id }: Module) => openings.get(id) ?? open;
  const module = inTurn.find((each) => openingFor(each).isOpen) ?? inTurn[0];
  return module ? { module, opening: openingFor(module) } : null;
}

/** When each module opens for somebody who started at `startedAt`; modules that no time opens are left out. */
export function openingTimes(
  release: Release | null,
  modules: Modules,
  startedAt: Date | null,
): { moduleId: number; at: Date }[] {
  if (!release || (release.mode !== 'weekly' && release.mode !== 'dates')) return [];
  return modules.flatMap(({ id }) => {
    const entry = entryOf(release, modules, id);
    if (typeof entry === 'string') return [{ moduleId: id, at: new Date(entry) }];
    if (typeof entry !== 'number' || !startedAt) return [];
    return [{ moduleId: id, at: new Date(startedAt.getTime() + entry * weekMs) }];
  });
}

const weeksText = (weeks: number) => (weeks === 1 ? '1 week' : `${weeks} weeks`);

/** The schedule in a sentence; null where every module is open. */
export function releaseSentence(release: Release | null): string | null {
  if (!release || release.mode === 'any') return null;
  if (release.mode === 'in_order') return 'Each module opens when you complete the one before it.';
  if (release.mode === 'weekly')
    return 'Modules open week by week, counted from the moment you open your first lesson of this course.';
  return 'Modules open on fixed dates, the same for everyone.';
}

/** What opens a module that is not open, as words around a moment: `at` is shown by the page between text and full stop. */
export function openingText(opening: Exclude<ModuleOpening, { isOpen: true }>): string {
  if (opening.opensBy === 'completing') return `Opens when you complete module ${opening.number}`;
  if (opening.opensBy === 'starting') return `Opens ${weeksText(opening.weeks)} after you start`;
  return 'Opens';
}
