import { prisma } from '#app/platform/database/client.server.ts';
import { isReadOnly } from '#app/platform/database/replica-scope.server.ts';
import { onAnnounced } from '#app/platform/runtime/broadcast.server.ts';
import { runOutsideRequests } from '#app/platform/runtime/request-scope.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** The release schedule of a course was saved. */
    releases: string;
  }
}

/** What was read is believed for so long, in milliseconds: an announcement may be missed. */
const believedMs = 60_000;

let latest: { hasSchedules: Promise<boolean>; at: number } | undefined;
onAnnounced('releases', () => {
  latest = undefined;
});

/** Asked as nobody's request, so that the primary answers: what a replica lacks would be believed for a minute. */
const read = () =>
  runOutsideRequests(async () => {
    const schedule = await prisma().courseRelease.findFirst({
      where: { mode: { not: 'any' } },
      select: { courseId: true },
    });
    return schedule !== null;
  });

/**
 * Whether the schedule of any course may keep a module closed, as this process knows it: forgotten when a schedule is saved anywhere. One
 * query a minute. Where only replicas can be asked, it may.
 */
export async function mayHaveSchedules(): Promise<boolean> {
  if (isReadOnly()) return true;
  if (!latest || performance.now() - latest.at > believedMs) {
    const entry = { hasSchedules: read(), at: performance.now() };
    latest = entry;
    entry.hasSchedules.catch(() => {
      if (latest === entry) latest = undefined;
    });
  }
  return latest.hasSchedules;
}
