import { sessionIdleDays } from '#app/domain/core/access/session-lifetime.ts';
import { viewMinutes } from '#app/domain/core/access/view-minutes.ts';
import { referralDays } from '#app/domain/core/catalogue/programme.ts';
import { deviceDays } from '#app/domain/people/accounts/devices.server.ts';
import { secondStepMinutes } from '#app/domain/people/accounts/second-step.server.ts';
import { flowMinutes } from '#app/domain/people/identities/flows.server.ts';
import { ceremonyMinutes } from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import { trustDays } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { config } from '#app/platform/config.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import type { SigningPurpose } from '#app/platform/secrets/purposes.ts';
import { type SignedCookie, signedCookie } from '#app/routes/http/signed-cookie.server.ts';

const cookies = new Map<string, SignedCookie>();

/** The names of cookies that have a signing key of their own. */
type CookieName = SigningPurpose extends infer P ? (P extends `cookie ${infer Name}` ? Name : never) : never;

function cookie(name: CookieName, maxAgeSeconds: number): SignedCookie {
  let known = cookies.get(name);
  if (!known) {
    // Browsers take a __Host- cookie from this very host alone, over TLS: no other subdomain can plant one.
    known = signedCookie(config().isSecure ? `__Host-${name}` : name, {
      purpose: `cookie ${name}`,
      maxAge: maxAgeSeconds,
      secure: config().isSecure,
    });
    cookies.set(name, known);
  }
  return known;
}

/** The session's secret, signed. */
export const sessionCookie = () => cookie('session', sessionIdleDays * daySeconds);

/** The Set-Cookie value of a session; of one that is to end with the browser, the cookie does too. */
export const sessionHeader = ({ token, staysSignedIn }: { token: string; staysSignedIn: boolean }): string =>
  staysSignedIn ? sessionCookie().serialize(token) : sessionCookie().serialize(token, { maxAge: null });

/** The secret of a sign-in that waits for its second step. */
export const secondStepCookie = () => cookie('second-step', secondStepMinutes * 60);

/** The secret of what this browser was asked to sign with a passkey. */
export const passkeyCookie = () => cookie('passkey', ceremonyMinutes * 60);

/** What this browser is trusted by, so that no second step is asked for. */
export const trustCookie = () => cookie('trust', trustDays * daySeconds);

/** The accounts this browser has signed in to, hashed; signing out leaves it. */
export const deviceCookie = () => cookie('device', deviceDays * daySeconds);

/** Which affiliate sent this visitor. */
export const referralCookie = () => cookie('referral', referralDays * daySeconds);

/** One message for the next page. */
export const flashCookie = () => cookie('flash', 60);

/** The email address typed into one of the forms of joining, for the others. */
export const typedEmailCookie = () => cookie('typed-email', 3600);

/** What shows that an account was registered with this browser, until its address is verified; see mailbox-proof.server.ts. */
export const registrationCookie = () => cookie('registration', daySeconds);

/** What a browser is known by while it is at an identity provider. */
export const identityCookie = () => cookie('identity', flowMinutes * 60);

/**
 * How far the database's log was when this browser last changed something: pages are read from no replica that is not as far. None that is
 * in use is further behind than this lasts.
 */
export const lastChangeCookie = () => cookie('last-change', 30);

/** How many days a browser keeps the colors, and the display of lists, that somebody chose for it. */
const choiceDays = 365;

/** Whether this browser shows the site light or dark; without it, it follows the device. */
export const themeCookie = () => cookie('theme', choiceDays * daySeconds);

/** How somebody wants lists shown in this browser. */
export const listsCookie = () => cookie('lists', choiceDays * daySeconds);

/** The currency that somebody chose to see prices and pay in. */
export const currencyCookie = () => cookie('currency', choiceDays * daySeconds);

/** That this browser keeps no pages to be read offline. */
export const offlineCookie = () => cookie('offline', choiceDays * daySeconds);

/** Whom an admin looks at the site as. */
export const viewAsCookie = () => cookie('view-as', viewMinutes * 60);

/** Whatever a browser keeps of signing in. */
export const authCookies = (): SignedCookie[] => [
  sessionCookie(),
  secondStepCookie(),
  passkeyCookie(),
  trustCookie(),
  deviceCookie(),
  typedEmailCookie(),
  registrationCookie(),
  identityCookie(),
  viewAsCookie(),
];
