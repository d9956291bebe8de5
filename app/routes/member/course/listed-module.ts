import { href } from 'react-router';

/** A module as the overview of its course shows it. */
export interface ListedModule {
  id: number;
  /** Its place in the course, from 1. */
  number: number;
  title: string;
  description: string;
  isCompleted: boolean;
  /** Whether its assignment completes it, not a press. */
  isHeld: boolean;
}

export interface ModuleCardsProps {
  courseSlug: string;
  modules: readonly ListedModule[];
  progressText: string;
  /** The one to take next. */
  nextModuleId: number | undefined;
}

/** The address of a module's lesson. */
export const pathOf = (courseSlug: string, id: number) =>
  href('/courses/:courseSlug/:moduleSegment', { courseSlug, moduleSegment: `module-${id}` });
