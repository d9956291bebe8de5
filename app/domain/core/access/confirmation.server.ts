import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';

/** So long a proof of who one is holds on the session it was given on, in minutes. */
export const confirmationMinutes = 15;

const confirmed: unique symbol = Symbol('confirmed');

/**
 * Leave to change what guards an account, or where its money goes. Only `confirmedViewer` gives it, so that no way to such a change can
 * do without the proof.
 */
export interface Confirmed {
  readonly userId: string;
  readonly sessionId: string;
  readonly [confirmed]: true;
}

type Asking = Pick<Viewer, 'id' | 'sessionId' | 'confirmedAt'>;

/** Whether a viewer has proven within the last quarter of an hour, on this session, to be who they are. */
export function hasConfirmed({ confirmedAt }: Pick<Viewer, 'confirmedAt'>): boolean {
  return confirmedAt !== null && now().getTime() - confirmedAt.getTime() < confirmationMinutes * 60_000;
}

/** @throws {Refusal} not_allowed, where the viewer has to prove first who they are. */
export function confirmedViewer(viewer: Asking): Confirmed {
  if (!hasConfirmed(viewer)) throw new Refusal('not_allowed', 'Please confirm first that it is you.');
  return { userId: viewer.id, sessionId: viewer.sessionId, [confirmed]: true };
}
