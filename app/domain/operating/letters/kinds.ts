import { letterKinds } from '#app/domain/core/bulk-mail/letter-kinds.ts';

type LetterKind = keyof typeof letterKinds;

export const letterKindNames = Object.keys(letterKinds) as LetterKind[];

/** What a kind is called; one of another release goes by its key. */
export const letterKindName = (kind: string): string =>
  Object.hasOwn(letterKinds, kind) ? letterKinds[kind as LetterKind].name : kind;

/** In the place of a kind: this person's clicks are not counted. */
export const clicksRefusal = 'clicks';

/** Why somebody does not get a letter, for the report. */
export const skipReasons: Readonly<Record<string, string>> = {
  inactive: 'their account is inactive or about to be deleted',
  unverified: 'their address is not verified',
  unsubscribed: 'they unsubscribed from this kind of email',
  suppressed: 'their address bounced, complained of spam, or was suppressed by an admin',
  moved: 'they changed their address while the letter waited',
  bounced: 'an earlier email bounced',
  left: 'they no longer met the segment’s conditions when their turn came',
  // Until this became a reason to wait.
  second: 'they got another letter, sequence email or email course lesson in the last 24 hours',
};
