import { type Cookie, createCookie } from 'react-router';
import { sessionLifetimeDays } from '#app/domain/accounts/sessions.server.ts';
import { referralDays } from '#app/domain/commissions/programme.ts';
import { config } from '#app/platform/config.server.ts';

const cookies = new Map<string, Cookie>();

function cookie(name: string, maxAgeSeconds: number): Cookie {
  let found = cookies.get(name);
  if (!found) {
    found = createCookie(name, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: config().isSecure,
      secrets: [config().sessionSecret],
      maxAge: maxAgeSeconds,
    });
    cookies.set(name, found);
  }
  return found;
}

/** The session's secret, signed. */
export const sessionCookie = () => cookie('session', sessionLifetimeDays * 24 * 3600);

/** Which affiliate sent this visitor. */
export const referralCookie = () => cookie('referral', referralDays * 24 * 3600);

/** One message for the next page. */
export const flashCookie = () => cookie('flash', 60);
