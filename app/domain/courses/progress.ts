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

/** 'Progress: X% (status)' with the underscore as a space, or 'No progress yet'. */
export function progressText(progress: CourseProgress): string {
  if (progress.status === 'none') return 'No progress yet';
  return `Progress: ${progress.percentDone}% (${progress.status.replace('_', ' ')})`;
}
