import type { AdminLevel } from '#app/domain/core/access/admin-policy.ts';

/** The roles a user can have. */
export type Role = 'member' | 'affiliate' | 'reseller' | 'pro_reseller' | 'admin';

/** Who asks: the signed-in user as the session of this request tells. The only ground for authorisation. */
export interface Viewer {
  id: string;
  sessionId: string;
  email: string;
  name: string;
  /** Of their picture; null where their initials are shown. */
  pictureId: string | null;
  role: Role;
  isEmailVerified: boolean;
  /**
   * A membership that is paid for (active, in trial or with a payment being retried). While that cannot be read, asking for it fails as an
   * outage (`accessUnknown`): nobody is given what they have not paid for, or told that they have not paid.
   */
  hasMembership: boolean;
  /** How much of the admin area they have; null for whoever is no admin. */
  adminLevel: AdminLevel | null;
  /** Whether a second step is asked for after the password. */
  hasSecondFactor: boolean;
  /** When they last proved on this session to be who they are; see access/confirmation.server.ts. */
  confirmedAt: Date | null;
  /** Since when a payment for a subscription of theirs is missing; null while none is. */
  pastDueSince: Date | null;
  /** Until when their membership is paused; null while it is not. */
  pausedUntil: Date | null;
  /** When their account is to be deleted, as they asked; null where they did not. */
  deletionDueAt: Date | null;
  /** Notifications they have not read; from a hundred on, a hundred. Null while that cannot be read. */
  unreadCount: number | null;
  /** Assignments that wait for an answer they may give; from a hundred on, a hundred. Null for whoever answers none. */
  waitingAssignments: number | 'unknown' | null;
}

/** A viewer whose access cannot be read now: what needs to know it is answered 503, everything else as usual (P224). */
export function accessUnknown(viewer: Viewer): Viewer {
  return Object.defineProperty(viewer, 'hasMembership', {
    enumerable: true,
    get() {
      // As Postgres says it of a statement that took too long: what depends on it can be tried again.
      throw Object.assign(new Error('Whether somebody has a membership cannot be read now.'), {
        code: '57014',
      });
    },
  });
}

/** Whether a viewer's access could be read. */
export const isAccessKnown = (viewer: Viewer): boolean =>
  Object.getOwnPropertyDescriptor(viewer, 'hasMembership')?.get === undefined;

/** What is so of a viewer where nothing else is known: a user with a verified address and nothing more. */
export const plainViewer: Omit<Viewer, 'id' | 'sessionId' | 'email' | 'name' | 'role'> = {
  pictureId: null,
  isEmailVerified: true,
  hasMembership: false,
  adminLevel: null,
  hasSecondFactor: false,
  confirmedAt: null,
  pastDueSince: null,
  pausedUntil: null,
  deletionDueAt: null,
  unreadCount: 0,
  waitingAssignments: null,
};

/** The upper-cased part of the address before the @, as the menu and greetings show it. */
export function emailLocalPart(email: string): string {
  return (email.split('@')[0] ?? '').toUpperCase();
}
