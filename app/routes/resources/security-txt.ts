import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** Who reads the file later asks for it anew: RFC 9116 recommends less than a year. */
const validDays = 180;

/** Where to report a security problem, for programs and researchers (RFC 9116, P183). */
export function loader() {
  const { appUrl, supportEmail } = config();
  const expires = new Date(now().getTime() + validDays * dayMs);
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Contact: ${appUrl}/support`,
    // To the day, so that the file stays the same for as long as caches keep it.
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00.000Z`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
    `Policy: ${appUrl}/legal/terms`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
