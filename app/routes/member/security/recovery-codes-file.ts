import { redirect } from 'react-router';
import { listNewRecoveryCodes } from '#app/domain/people/safety/recovery-codes.server.ts';
import { config } from '#app/platform/config.server.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import type { Route } from './+types/recovery-codes-file';

const page = '/profile/security/recovery-codes';

/** New recovery codes as a text file, for as long as they are shown. */
export async function loader(args: Route.LoaderArgs) {
  const codes = await listNewRecoveryCodes(confirmedMember(args, page));
  if (codes.length === 0) throw redirect(page, 303);
  const { brandName, appUrl } = config();
  const head = `${brandName}: recovery codes (${appUrl})\nUse one instead of the second step when you sign in. Each works once.\n`;
  return new Response(`${head}\n${codes.join('\n')}\n`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="recovery-codes.txt"',
      'Cache-Control': 'private, no-store',
    },
  });
}
