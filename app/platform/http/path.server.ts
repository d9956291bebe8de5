/** The path of a request as it was sent, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

/** Decodes percent signs; undefined where they stand for no text. */
export const decodePath = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Whether a path is spelled as pages spell theirs: others lead to the same pages, and would crowd them out of a cache. */
export function isCanonicalPath(path: string): boolean {
  return path === '/' || /^(?:\/[a-z0-9_][a-z0-9_.~-]*)+$/.test(path);
}

/**
 * A path as the router will match it: dots resolved, decoded once, in small letters, without slashes at its end and without the ending by
 * which a page's script asks for its data. For decisions that have to be made before a route is matched; any spelling of one page is decided alike.
 */
export function matchablePath(path: string): string {
  if (isCanonicalPath(path) && !path.endsWith('.data')) return path;
  const page = resolvePath(path).replace(/(?:(?<=\/)_)?\.data$/, '');
  const segments = page.split('/').map((segment) => (decodePath(segment) ?? segment).replaceAll('/', '%2f'));
  return (
    segments
      .join('/')
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '') || '/'
  );
}

/** Dots and backslashes as the platform's own parser of addresses resolves them. */
function resolvePath(path: string): string {
  const address = path.startsWith('/') ? `http://site.invalid${path}` : path;
  return URL.canParse(address) ? new URL(address).pathname : path;
}

/** The address with what is no encoding taken by its letters (`/%ff` is `/%25ff`), so that whoever decodes it can. */
export function repairEncoding(url: string): string {
  const path = pathOf(url);
  if (decodePath(path) !== undefined) return url;
  const repaired = path
    .split('/')
    .map((segment) => (decodePath(segment) === undefined ? segment.replaceAll('%', '%25') : segment));
  return repaired.join('/') + url.slice(path.length);
}
