import { decodePath } from '#app/platform/http/path.server.ts';

// A link in a mail has its secret in its path. Routes name such a parameter `:token`: by that name, paths are masked wherever they are
// logged or stored.

/** By what name a route's parameter is a secret. */
const secretParameter = ':token';

/** What a secret is replaced by. */
const mask = '[secret]';

/** What stands before the secret in the patterns of such routes, as one expression; null until the routes are known. */
let beforeSecret: RegExp | null = null;

let plainPrefixes: string[] = [];

/** What precedes a route's secret, as an expression that takes any number of slashes; null for a route without one. */
function prefixOf(pattern: string): string | null {
  const segments = pattern.split('/');
  const at = segments.indexOf(secretParameter);
  if (at < 0) return null;
  return segments
    .slice(0, at)
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.')))
    .join('/+');
}

/** Tells the patterns of the site's routes, of which those with a `:token` are masked from now on. */
export function connectSecretPaths(patterns: readonly string[]): void {
  plainPrefixes = [
    ...new Set(
      patterns
        .filter((pattern) => pattern.includes(secretParameter))
        .map((pattern) => `/${pattern.slice(0, pattern.search(/:|$/))}`),
    ),
  ];
  const prefixes = patterns.map(prefixOf).filter((prefix) => prefix !== null);
  // Longer ones first: of two that match at one place the whole is shown.
  prefixes.sort((a, b) => b.length - a.length);
  beforeSecret =
    prefixes.length > 0 ? new RegExp(`(?:^|[/\\\\])(${prefixes.join('|')})[/\\\\]+.`, 'i') : null;
}

/** What the paths of mailed links begin with, such as `/reset-password/`. */
export const secretPathPrefixes = (): readonly string[] => plainPrefixes;

/** Letters of both cases and digits, as many as secrets have and names of pages have not. */
const looksSecret = /(?<![\w.~-])(?=[\w.~-]*[a-z])(?=[\w.~-]*[A-Z])(?=[\w.~-]*\d)[\w.~-]{30,}/g;

/** Some spell what is encoded once more: undone a few times, for what is only looked at. */
function decodeFully(path: string): string {
  let decoded = path;
  for (let times = 0; times < 3 && decoded.includes('%'); times += 1) {
    // Of a path that cannot be decoded whole, what can be is.
    const next =
      decodePath(decoded) ?? decoded.replace(/%[0-7][0-9a-f]/gi, (code) => decodePath(code) ?? code);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/**
 * A path, or an address with a path in it, as it may be logged or stored: without the secret of a mailed link, however the link is spelled
 * and whether or not a route answers there, and without what looks like a secret anywhere else.
 */
export function maskSecrets(path: string): string {
  const decoded = decodeFully(path);
  const prefix = beforeSecret?.exec(decoded)?.[1];
  if (prefix !== undefined) return `/${prefix.toLowerCase().replace(/\/+/g, '/')}/${mask}`;
  if (decoded.length < 30) return path;
  const masked = decoded.replace(looksSecret, mask);
  return masked === decoded ? path : masked;
}

/** A line of a stack trace. It names files of the build, whose hashed names can look like secrets. */
const stackFrame = /^\s+at .*:\d+:\d+\)?$/;

const words = /[^\s"'`<>()]+/g;
/** What makes a word an address: a slash, encoded or not. */
const slash = /[/\\]|%(?:25)*(?:2f|5c)/i;

/** An error's message or stack as it may be logged: each address in it is masked as a path is, and the stack's frames are left as they are. */
export const maskSecretsInText = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      stackFrame.test(line)
        ? line
        : line.replace(words, (word) => (slash.test(word) ? maskSecrets(word) : word)),
    )
    .join('\n');
