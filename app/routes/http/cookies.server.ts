import { sessionIdleDays } from '#app/domain/access/session-lifetime.ts';
import { deviceDays } from '#app/domain/accounts/devices.server.ts';
import { referralDays } from '#app/domain/commissions/programme.ts';
import { config } from '#app/platform/config.server.ts';
import { type SignedCookie, signedCookie } from '#app/routes/http/signed-cookie.server.ts';

const cookies = new Map<string, SignedCookie>();

function cookie(name: string, maxAgeSeconds: number): SignedCookie {
  let found = cookies.get(name);
  if (!found) {
    // Browsers take a __Host- cookie from this very host alone, over TLS: no other subdomain can plant one.
    found = signedCookie(config().isSecure ? `__Host-${name}` : name, {
      secret: config().sessionSecret,
      maxAge: maxAgeSeconds,
      secure: config().isSecure,
    });
    cookies.set(name, found);
  }
  return found;
}

/** The session's secret, signed. */
export const sessionCookie = () => cookie('session', sessionIdleDays * 24 * 3600);

/** The accounts this browser has signed in to, hashed; signing out leaves it. */
export const deviceCookie = () => cookie('device', deviceDays * 24 * 3600);

/** Which affiliate sent this visitor. */
export const referralCookie = () => cookie('referral', referralDays * 24 * 3600);

/** One message for the next page. */
export const flashCookie = () => cookie('flash', 60);

/** The e-mail address typed into one of the forms of joining, for the others. */
export const typedEmailCookie = () => cookie('typed-email', 3600);
