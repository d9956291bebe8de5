import { readTogether, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { type Doings, doingsRead } from '#app/domain/learning/dashboard/recent-activity.server.ts';
import { type PlannedWeek, weekRead } from '#app/domain/learning/first-week/week.server.ts';

/** What the dashboard tells of its reader: what they have done, and the week they have planned. */
export const dashboardRead = (): ViewerRead<{ doings: Doings; planned: PlannedWeek | null }> =>
  readTogether('dashboard', { doings: doingsRead(), planned: weekRead() });
