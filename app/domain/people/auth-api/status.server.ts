import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { confirmsByItself, hasAnonymousUsers } from '#app/domain/people/auth-api/redirects.server.ts';
import { keyDays } from '#app/domain/people/auth-api/signing-key-roles.ts';
import { listSigningKeys } from '#app/domain/people/auth-api/signing-keys.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** How the auth API stands, as an operator sees it. */
export interface AuthApiStatus {
  /** The published keys, the newest first; none until somebody uses the API. */
  keys: (Awaited<ReturnType<typeof listSigningKeys>>[number] & { ageDays: number })[];
  /** When the worker makes the next key; null where there is none yet. */
  nextRotationAt: Date | null;
  sessions: number;
  /** How many accounts have these sessions. */
  accounts: number;
  /** Sites whose pages may use the API, and addresses that links may lead to. */
  origins: readonly string[];
  redirects: readonly string[];
  providers: { id: string; name: string; issuer: string }[];
  /** The switches of test sites, as they count here: never on a site in production. */
  confirmsByItself: boolean;
  hasAnonymousUsers: boolean;
}

/** How the auth API stands: its keys, sessions and settings. Two queries at most; no secret is in it. */
export async function readAuthApiStatus(): Promise<AuthApiStatus> {
  const [keys, [counted]] = await Promise.all([
    listSigningKeys(),
    prisma().$queryRaw<{ sessions: number; accounts: number }[]>`
      SELECT count(*)::int AS sessions, count(DISTINCT user_id)::int AS accounts
      FROM sessions WHERE kind = 'api' AND revoked_at IS NULL AND expires_at > ${now()}`,
  ]);
  const [newest] = keys;
  const ageDays = ({ createdAt }: { createdAt: Date }) =>
    Math.floor((now().getTime() - createdAt.getTime()) / dayMs);
  const { origins, redirects } = siteSettings().authApi;
  return {
    keys: keys.map((key) => ({ ...key, ageDays: ageDays(key) })),
    nextRotationAt: newest ? new Date(newest.createdAt.getTime() + keyDays * dayMs) : null,
    sessions: counted?.sessions ?? 0,
    accounts: counted?.accounts ?? 0,
    origins,
    redirects,
    providers: config().identityProviders.map(({ id, name, issuer }) => ({ id, name, issuer })),
    confirmsByItself: confirmsByItself(),
    hasAnonymousUsers: hasAnonymousUsers(),
  };
}
