type Encoding = 'base64' | 'base64url' | 'hex';

/** What a signature of one purpose looks like. */
interface Purpose {
  /** Bytes of the signature that are encoded; SHA-256 has 32. */
  bytes: number;
  encoding: Encoding;
  /** Characters of the encoded signature that are kept; all of them where left out. */
  length?: number;
  /**
   * What a release before keys were derived signed directly with SESSION_SECRET, for values that outlive an upgrade: links in mails
   * that were sent, cookies that live for months, the code of widgets on other sites. Left out where a value lives for minutes, or where
   * accepting the old form would be unsafe.
   */
  legacyText?: (text: string) => string;
}

const base64url = (bytes: number, legacyPrefix?: string): Purpose => ({
  bytes,
  encoding: 'base64url',
  ...(legacyPrefix === undefined ? {} : { legacyText: (text: string) => `${legacyPrefix}\n${text}` }),
});

/** A signed cookie. The old signature did not cover the cookie's name. */
const cookie: Purpose = { bytes: 32, encoding: 'base64' };

/** A cookie whose old signature is still accepted, because no other signed cookie held a value of its shape. */
const longLivedCookie: Purpose = { ...cookie, legacyText: (text) => text };

/**
 * Everything that is signed or hashed under SESSION_SECRET. Each purpose has a key of its own, so that a value made for one means nothing
 * to another. Names are part of the keys: a renamed purpose invalidates what was signed before.
 */
export const purposes = {
  // A forged session token would still have to be one that the database knows.
  'cookie session': longLivedCookie,
  'cookie device': longLivedCookie,
  'cookie referral': longLivedCookie,
  // An old trust cookie could have been planted by whoever used the browser before: each asks for one more second step.
  'cookie trust': cookie,
  'cookie second-step': cookie,
  'cookie passkey': cookie,
  'cookie flash': cookie,
  'cookie typed-email': cookie,
  'cookie view-as': cookie,
  'cookie registration': cookie,
  'cookie identity': cookie,
  'cookie theme': cookie,
  'cookie lists': cookie,
  'cookie currency': cookie,
  'cookie offline': cookie,
  'cookie last-change': cookie,

  'account recovery link': base64url(32, 'recovery'),
  'card link': base64url(16, 'card link'),
  // Twenty hexadecimal digits are 80 bits, which a code of 16 letters and digits holds.
  'gift code': { bytes: 10, encoding: 'hex' },
  'digest unsubscribe link': {
    ...base64url(24),
    legacyText: (text) => `end of digests\n${text}`.toLowerCase(),
  },
  'last payout link': base64url(18),
  'letter unsubscribe link': base64url(24),
  'registration in a browser': base64url(32),
  'ticket link': base64url(18, 'ticket'),
  // Mail servers may change the case of an address and cut one longer than 64: twenty hexadecimal digits are 80 bits.
  'ticket reply address': { bytes: 10, encoding: 'hex', legacyText: (text) => `reply to ticket\n${text}` },
  'widget address': base64url(24, 'widget'),

  /** By which a browser tells whose pages it keeps. */
  'account in a browser': { ...base64url(32), length: 22 },

  /** An account in a device cookie. */
  'account on a device': { ...base64url(32), length: 22, legacyText: (text) => `device\n${text}` },

  /** The refresh token that takes another's place, and the code of a mail of the auth API. */
  'next refresh token': base64url(32),
  /** The secret of a session that takes another's place. */
  'next session token': base64url(32),
  'code in a mail': base64url(32),

  /** Of an erased account, kept for as long as lists may be imported. */
  'erased address': base64url(24),

  // Hashes that are only compared with each other, for a day or so.
  'network of a registration': base64url(24),
  'network of an admin': base64url(24),
  'rate limit': base64url(24),
  'search of a visitor': base64url(24),
  "visitor's ticket": base64url(24),
} as const satisfies Record<string, Purpose>;

export type SigningPurpose = keyof typeof purposes;

/** Looks up what a signature of a purpose looks like. */
export const purposeOf = (purpose: SigningPurpose): Purpose => purposes[purpose];

/** Purposes whose key is used whole: for encryption, or as another party's secret. */
export const keyPurposes = {
  encryption: 'secrets in the database',
  sandboxWebhooks: 'sandbox webhooks',
  demoPush: 'push of the demo',
} as const;
