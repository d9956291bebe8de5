/** A path as routes are matched: decoded once, in any case of letters, with or without a slash at its end. */
export function matchedPath(pathname: string): string {
  let decoded = pathname;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    // What cannot be decoded is taken as it is.
  }
  return decoded.toLowerCase().replace(/(?<!\/)\/+$/, '');
}

/** Whether a page is that of a link of the navigation, or one below it, however its address is spelled. */
export const isWithin = (pathname: string, section: string): boolean =>
  `${matchedPath(pathname)}/`.startsWith(`${section}/`);
