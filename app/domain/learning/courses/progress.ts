/** How far someone is in a course (P92). */
export interface CourseProgress {
  percentDone: number;
  status: 'none' | 'in_progress' | 'completed';
}

export const noProgress: CourseProgress = { percentDone: 0, status: 'none' };

/** Progress is the rounded whole percentage of completed modules; 100 means completed (P92). */
export function progressOf(completedCount: number, moduleCount: number): CourseProgress {
  if (completedCount <= 0 || moduleCount <= 0) return noProgress;
  if (completedCount >= moduleCount) return { percentDone: 100, status: 'completed' };
  return { percentDone: Math.round((completedCount / moduleCount) * 100), status: 'in_progress' };
}

/**
 * Progress from what is kept and what the course has today. Who has completed a course stays its completer however it grows; for
 * everybody else the percentage is that of today's modules (P92).
 */
export function progressToday(
  storedStatus: CourseProgress['status'],
  completedModuleIds: readonly number[],
  modules: readonly { id: number }[],
): CourseProgress {
  if (storedStatus === 'completed') return { percentDone: 100, status: 'completed' };
  return progressOf(modules.filter(({ id }) => completedModuleIds.includes(id)).length, modules.length);
}

/** What a course tells who completed it before it grew; null for anybody else. */
export function grownText(
  { status, completedModuleIds }: { status: CourseProgress['status']; completedModuleIds: readonly number[] },
  { modules }: { modules: readonly { id: number }[] },
): string | null {
  const open = modules.filter(({ id }) => !completedModuleIds.includes(id)).length;
  if (status !== 'completed' || open === 0) return null;
  const [many, have] = open === 1 ? ['1 module', 'has'] : [`${open} modules`, 'have'];
  return `${many} ${have} been added since you completed this course. It stays completed, for the certificate too.`;
}

/** 'Progress: X% (status)' with the underscore as a space, or 'No progress yet'. */
export function progressText(progress: CourseProgress): string {
  if (progress.status === 'none') return 'No progress yet';
  return `Progress: ${progress.percentDone}% (${progress.status.replace('_', ' ')})`;
}
