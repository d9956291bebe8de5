import { href } from 'react-router';

/** A module as the overview of its course lists it. */
export interface ListedModule {
  id: number;
  title: string;
  description: string;
  isCompleted: boolean;
  /** How far its checklist is, such as "3 of 5 done"; null before the first tick. */
  ticked: string | null;
  /** Whether there is something to watch that its reader may see. */
  isWatchable: boolean;
}

export interface ModuleCardsProps {
  courseSlug: string;
  modules: readonly ListedModule[];
  progressText: string;
  /** Marked as the one to take next. */
  nextModuleId: number | undefined;
}

/** The address of a module's lesson. */
export const pathOf = (courseSlug: string, id: number) =>
  href('/courses/:courseSlug/:moduleSegment', { courseSlug, moduleSegment: `module-${id}` });
