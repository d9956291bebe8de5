import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { config } from '#app/platform/config.server.ts';

/** Whether sign-ups need no mail. Never on a site in production, whatever is set. */
export const confirmsByItself = (): boolean => isTestSite() && siteSettings().authApi.confirmsByItself;

/** Whether people come in without an address. Never on a site in production, whatever is set. */
export const hasAnonymousUsers = (): boolean => isTestSite() && siteSettings().authApi.hasAnonymousUsers;

/** Settings that open the door to anybody count on a demo and in development alone. */
const isTestSite = (): boolean => config().isDemo || config().environment !== 'production';

/** Addresses are read as browsers read them, and none is longer. */
const longest = 2_000;

function covers(listed: string, url: URL): boolean {
  if (!URL.canParse(listed)) return false;
  const entry = new URL(listed);
  if (entry.protocol !== url.protocol || entry.host !== url.host) return false;
  if (entry.search !== '' && entry.search !== url.search) return false;
  return (
    entry.pathname === url.pathname ||
    (entry.pathname.endsWith('/') && url.pathname.startsWith(entry.pathname))
  );
}

/**
 * Where a link or a sign-in leads: the address that an app asks for, if it is one of the site's own or listed in the settings; else the
 * site's first page. Its fragment is dropped, since tokens go there.
 */
export function redirectOf(wanted: string | null | undefined): string {
  const home = `${config().appUrl}/`;
  if (!wanted || wanted.length > longest || !URL.canParse(wanted)) return home;
  const url = new URL(wanted);
  if (url.username !== '' || url.password !== '') return home;
  const isOwn = url.origin !== 'null' && url.origin === new URL(home).origin;
  if (!isOwn && !siteSettings().authApi.redirects.some((listed) => covers(listed, url))) return home;
  url.hash = '';
  return url.href;
}

/** Origins of listed apps on the site's own host or below it: there browsers let the site's passkeys be used. */
export function passkeyOrigins(): string[] {
  const { hostname } = new URL(config().appUrl);
  return siteSettings().authApi.origins.filter((listed) => {
    if (!URL.canParse(listed)) return false;
    const { hostname: host } = new URL(listed);
    return host === hostname || host.endsWith(`.${hostname}`);
  });
}
