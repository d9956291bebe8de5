import { isMachinePath } from '#app/platform/http/machine-path.ts';
import { matchablePath } from '#app/platform/http/path.server.ts';

/** Where an old path leads. */
export interface PathRedirectRow {
  oldPath: string;
  newPath: string;
}

/** So many redirects can be entered at once. */
const maxLines = 1_000;
const maxPath = 300;
/** So many wrong lines are named; the others are counted. */
const shownProblems = 8;

/** Whether any route answers at a path. */
type IsAnswered = (path: string) => boolean;

const isPlain = (path: string) => path.startsWith('/') && !/^\/[/\\]/.test(path) && !/[\p{Cc}\\]/u.test(path);

/** A path as redirects are looked up by it; null for one that none can have. */
export function oldPathOf(pathname: string): string | null {
  const path = matchablePath(pathname);
  return path.length <= maxPath && isPlain(path) ? path.normalize('NFC') : null;
}

/** The target of a redirect, percent-encoded as browsers want it; null for what is no address of this site. */
function newPathOf(typed: string): string | null {
  const base = 'http://site.invalid';
  if (!isPlain(typed) || typed.length > maxPath || !URL.canParse(typed, base)) return null;
  const url = new URL(typed, base);
  // "/.//elsewhere.example" resolves to a path that browsers take for another host.
  return url.origin === base && isPlain(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : null;
}

const pathOfTarget = (newPath: string) => matchablePath(newPath.split(/[?#]/, 1)[0] ?? '/');

/** What is wrong with a redirect, in words that follow "Line 3: "; null where it can be added. */
function problemOf(typedOld: string, typedNew: string, isAnswered: IsAnswered): string | null {
  if (!typedOld.startsWith('/')) return `“${short(typedOld)}” must begin with /, without the site’s name.`;
  if (/[?#]/.test(typedOld))
    return `“${short(typedOld)}” has a query or a fragment. Enter the path alone: the query of a visit is passed on.`;
  const oldPath = oldPathOf(typedOld);
  if (oldPath === null) return `“${short(typedOld)}” is not a path.`;
  if (isAnswered(oldPath) || /^\/admin(?:\/|$)/.test(oldPath))
    return `“${short(typedOld)}” is an address of this site, so it is never redirected.`;
  if (isMachinePath(oldPath))
    return `“${short(typedOld)}” looks like a file or another program’s address. Those are always answered with “not found”.`;
  const newPath = newPathOf(typedNew);
  if (newPath === null)
    return `“${short(typedNew)}” is not an address of this site. It must begin with / and can’t lead to another site.`;
  if (pathOfTarget(newPath) === oldPath) return `“${short(typedOld)}” would lead to itself.`;
  if (!isAnswered(pathOfTarget(newPath)))
    return `There is no page at “${short(typedNew)}”. An old path has to lead straight to a page, not to another redirect.`;
  return null;
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…`.toWellFormed() : text);

/** The parts of a line, apart by spaces, tabs, commas, semicolons or arrows. */
const partsOf = (typed: string) =>
  typed
    .replaceAll(/->|=>|→/g, ' ')
    .split(/[\s,;]+/)
    .filter(Boolean);

/**
 * Reads redirects, one a line, and says what is wrong with them, in words: then none is to be added. A line that says the same as one
 * above it is left out.
 */
export function parseRedirects(
  text: string,
  isAnswered: IsAnswered,
): { redirects: PathRedirectRow[]; problem: string | null } {
  const lines = text.split('\n').map((typed) => typed.trim());
  const count = lines.filter(Boolean).length;
  const byOldPath = new Map<string, string>();
  const problems: string[] = [];
  for (const [index, typed] of lines.entries()) {
    if (typed === '') continue;
    const [from = '', to = '', ...rest] = partsOf(typed);
    const problem =
      to === '' || rest.length > 0
        ? 'Enter the old path, a space, and the new path.'
        : problemOf(from, to, isAnswered);
    const oldPath = oldPathOf(from);
    const newPath = newPathOf(to);
    const earlier = oldPath === null ? undefined : byOldPath.get(oldPath);
    if (problem !== null) problems.push(`Line ${index + 1}: ${problem}`);
    else if (earlier !== undefined && earlier !== newPath)
      problems.push(`Line ${index + 1}: “${short(from)}” leads elsewhere in a line above.`);
    else if (oldPath !== null && newPath !== null) byOldPath.set(oldPath, newPath);
  }
  if (count === 0) problems.push('Enter at least one redirect.');
  if (count > maxLines)
    problems.unshift(
      `These are ${count.toLocaleString('en-US')} lines. Enter ${maxLines.toLocaleString('en-US')} at most at a time.`,
    );
  const more = problems.length - shownProblems;
  const shown = problems.slice(0, shownProblems);
  if (more > 0)
    shown.push(`${more.toLocaleString('en-US')} more ${more === 1 ? 'line is' : 'lines are'} wrong.`);
  return {
    redirects: [...byOldPath].map(([oldPath, newPath]) => ({ oldPath, newPath })),
    problem: shown.length > 0 ? shown.join(' ') : null,
  };
}
