import { dayMs } from '#app/platform/durations.ts';

/** How long an access token is valid, in seconds. */
export const accessTokenSeconds = 3600;

/** How long a new key is published before it signs, so that whoever caches the public keys knows it by then. */
export const publishAheadMs = 15 * 60_000;

/** How long a replaced key stays published: its last token has expired by then, with some leeway for clocks that differ. */
export const overlapMs = (accessTokenSeconds + 300) * 1000;

/** A key is replaced after this many days. */
export const keyDays = 90;

export interface KeyTimes {
  id: string;
  createdAt: Date;
  signsFrom: Date;
  revokedAt: Date | null;
}

interface KeyRoles {
  /** The key that signs now; null where there is none. */
  signer: string | null;
  /** The keys that tokens are verified by, and that are published. */
  published: string[];
  /** Whether a key should be made: there is none, or the newest is too old. */
  isRotationDue: boolean;
}

const newestFirst = (one: KeyTimes, other: KeyTimes) => other.signsFrom.getTime() - one.signsFrom.getTime();

/** What each signing key is for at a moment. */
export function rolesOf(keys: readonly KeyTimes[], at: Date): KeyRoles {
  const live = keys.filter(({ revokedAt }) => revokedAt === null).sort(newestFirst);
  // A key waits to be known before it signs, unless no other can.
  const signer = live.find(({ signsFrom }) => signsFrom <= at) ?? live.at(-1) ?? null;
  const superseding = live.find(({ signsFrom }) => signsFrom.getTime() + overlapMs <= at.getTime());
  const published = live.filter(({ signsFrom }) => !superseding || signsFrom >= superseding.signsFrom);
  const [newest] = live;
  const isRotationDue = !newest || newest.createdAt.getTime() + keyDays * dayMs <= at.getTime();
  return { signer: signer?.id ?? null, published: published.map(({ id }) => id), isRotationDue };
}
