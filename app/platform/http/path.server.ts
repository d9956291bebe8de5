/** The path of a request as it was sent, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

const secretPath =
  /^.*?(reset-password|verify-email|email-change|recover-account|payout-address|last-payout|support\/+thread|email-course\/+unsubscribe)\/+./i;

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The path as it may be logged: without the secret of a mailed link, however the link is spelled. */
export function loggedPath(path: string): string {
  const found = secretPath.exec(decode(path) ?? path)?.[1];
  return found ? `/${found.toLowerCase().replace(/\/+/, '/')}/[secret]` : path;
}

/** Whether a path is spelled as pages spell theirs: others lead to the same pages, and would crowd them out of a cache. */
export function isCanonicalPath(path: string): boolean {
  return path === '/' || /^(?:\/[a-z0-9_][a-z0-9_.~-]*)+$/.test(path);
}

/** The address with what is no encoding taken by its letters (`/%ff` is `/%25ff`), so that whoever decodes it can. */
export function repairEncoding(url: string): string {
  const path = pathOf(url);
  if (decode(path) !== undefined) return url;
  const repaired = path
    .split('/')
    .map((segment) => (decode(segment) === undefined ? segment.replaceAll('%', '%25') : segment));
  return repaired.join('/') + url.slice(path.length);
}
