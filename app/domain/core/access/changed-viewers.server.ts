import { hearingSince, onAnnounced } from '#app/platform/runtime/broadcast.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** What pages know of somebody has changed, or something of theirs: triggers announce it, with the user's id. */
    viewer: string;
  }
}

/** So many changes are remembered one by one; of more, anybody may have changed. */
const mostChanges = 5_000;

/** No replica in use is this far behind, in milliseconds: what was announced before is in all of them. */
const longestLagMs = 30_000;

/** When this process heard of the last change of each user, the oldest first, and of what may be anybody's: on the clock of `performance.now()`. */
const changes = new Map<string, number>();
let anybodyAt = -Infinity;

onAnnounced('viewer', noteViewerChange);

/** Remembers that somebody has changed, or with null that anybody may have: no replica is believed of them before it has what was committed until now. */
export function noteViewerChange(userId: string | null): void {
  const at = performance.now();
  if (changes.size >= mostChanges) forgetBefore(at - longestLagMs);
  if (userId === null || changes.size >= mostChanges) {
    changes.clear();
    anybodyAt = at;
  }
  if (userId === null) return;
  changes.delete(userId);
  changes.set(userId, at);
}

function forgetBefore(time: number): void {
  for (const [userId, at] of changes) {
    if (at >= time) return;
    changes.delete(userId);
  }
}

/**
 * Whether a replica that has everything committed until `knownUntil` knows all that was announced of somebody: their session, role,
 * access and what they have changed. Never while it is not certain that announcements are heard.
 */
export function isKnownToReplica(userId: string, knownUntil: number): boolean {
  const since = hearingSince();
  return since !== undefined && Math.max(since, anybodyAt, changes.get(userId) ?? -Infinity) < knownUntil;
}

/** Whether it is certain that announcements are heard. */
export const hasHeardAll = (): boolean => hearingSince() !== undefined;
