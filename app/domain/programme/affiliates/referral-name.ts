// Affiliates type their links into bios, newsletters and chats, and the apps that pass them on add slashes, quotes and tracking parameters.
// A link that is plainly an affiliate's still counts (P191).

const parameterNames = ['ref', 'code', 'utm_source', 'utm_medium', 'utm_campaign'] as const;
type ParameterName = (typeof parameterNames)[number];

/** The parameters of an address that attribution reads, each as it was typed; null where the address doesn't have it. */
type TypedParameters = Record<ParameterName, string | null>;

/** Characters read of an address and of one parameter; real ones are far shorter. */
const maxAddressLength = 4_000;
const maxTypedLength = 200;

/** Decodes each valid percent-encoded sequence; a stray "%" stays as it is. */
const decode = (text: string): string =>
  text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

/** Full-width letters as plain ones, typographic dashes as hyphens, and no control or zero-width characters. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/** "REF", "amp;ref" (an escaped "&") and "ref[]" all mean "ref", and so do `aliases`; null for a parameter that attribution doesn't read. */
function parameterNameOf(typed: string, aliases: readonly string[]): ParameterName | null {
  const name = normalize(decode(typed))
    .toLowerCase()
    .replace(/^(?:amp;|#0*38;|[?&\s"'“”‘’<({*])+/, '')
    .replace(/\[\d*\]$/, '')
    .trim();
  return parameterNames.find((known) => known === name) ?? (aliases.includes(name) ? 'ref' : null);
}

/** Full-width forms of "?", "&" and "=", percent-encoded as a URL has them. */
const fullWidthSigns: readonly (readonly [RegExp, string])[] = [
  [/%EF%BC%9F/gi, '?'],
  [/%EF%BC%86/gi, '&'],
  [/%EF%BC%9D/gi, '='],
];

/**
 * Where one parameter ends: also at a second "?", and at a percent-encoded sign that one of our parameters follows. A value that was
 * encoded as a whole, such as the page to go to after sign-in, stays in one piece.
 */
const separatorBefore = (names: readonly string[]) =>
  new RegExp(`[?&]|(?:%3F|%26|%2526|;)(?=(?:amp;)?(?:${names.join('|')})=)`, 'i');
const ownSeparator = separatorBefore(parameterNames);

/** One of our names with the wrong sign behind it: "ref:jane", "ref-jane". */
const wrongSign = /^(?:ref|code)(?=[:-])/i;

/** Splits a parameter at its "=", at "%3D" where the whole link was encoded, perhaps twice, or at a wrong sign; null without one. */
function splitPair(pair: string): { name: string; value: string } | null {
  const [sign] = /=|%(?:25)?3D/i.exec(pair) ?? [];
  if (!sign) {
    const [name] = wrongSign.exec(pair) ?? [];
    return name ? { name, value: pair.slice(name.length + 1) } : null;
  }
  const at = pair.indexOf(sign);
  return at > 60 ? null : { name: pair.slice(0, at), value: pair.slice(at + sign.length) };
}

/** Where a query begins whose "?" was left out, encoded or typed full-width, so that it became part of the path. */
const queryInPath = /&|%3F|%26|%EF%BC%9F|%EF%BC%86/i;

/** A path without a query that became part of it. */
export const pathWithoutQuery = (pathname: string): string => pathname.split(queryInPath, 1)[0] || '/';

function queryOf({ search, pathname }: Pick<URL, 'search' | 'pathname'>): string {
  const begin = pathname.search(queryInPath);
  return begin === -1 ? search : pathname.slice(begin) + search;
}

/** A link as a value, such as "https://site.example/" or "site.example/". */
function isLink(value: string): boolean {
  if (value.includes('://')) return true;
  const host = value.slice(0, Math.max(0, value.indexOf('/')));
  const dot = host.indexOf('.', 1);
  return dot !== -1 && dot < host.length - 1;
}

/**
 * Reads what attribution needs from an address. If a parameter occurs more than once, the first that isn't empty counts. `aliases` are
 * parameters, in lower case, by which links of other systems name an affiliate (P232): they count where there is no `ref`.
 */
export function readTypedParameters(
  url: Pick<URL, 'search' | 'pathname'>,
  aliases: readonly string[] = [],
): TypedParameters {
  const own = readPairs(url, []);
  return own.ref === null && aliases.length > 0 ? { ...own, ref: readPairs(url, aliases).ref } : own;
}

function readPairs(url: Pick<URL, 'search' | 'pathname'>, aliases: readonly string[]): TypedParameters {
  const parameters: TypedParameters = {
    ref: null,
    code: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
  };
  const query = fullWidthSigns.reduce(
    (text, [pattern, sign]) => text.replace(pattern, sign),
    queryOf(url).slice(0, maxAddressLength),
  );
  if (query === '') return parameters;
  const separator = aliases.length > 0 ? separatorBefore([...parameterNames, ...aliases]) : ownSeparator;
  for (const text of query.split(separator)) {
    const pair = splitPair(text);
    const name = pair && parameterNameOf(pair.name, aliases);
    if (!name) continue;
    const value = decode(pair.value.slice(0, 3 * maxTypedLength))
      .trim()
      .slice(0, maxTypedLength);
    const current = parameters[name];
    // A whole link pasted as the value: the parameter it contains follows as the next pair.
    const isSet = current !== null && !isLink(current);
    if (value !== '' && !isSet) parameters[name] = value;
  }
  return parameters;
}

/** The part of a typed text that can be a username: from its first letter or digit to the first character that no username has. */
function usernameIn(text: string): string {
  const last = [...text.matchAll(/(?:^|[?&;\s])ref=/gi)].at(-1);
  const value = last ? text.slice(last.index + last[0].length) : text;
  return /[a-z0-9][a-z0-9_-]*/.exec(value.toLowerCase())?.[0] ?? '';
}

/** The name at the end of a link that was pasted as the value: "site.example/jane", "https://site.example/r/jane". */
const lastSegmentOf = (text: string): string =>
  isLink(text)
    ? (text
        .split(/[?#]/, 1)[0]
        ?.split('/')
        .findLast((segment) => segment !== '') ?? '')
    : '';

/** With hyphens between its words, as every username has them, where somebody typed spaces, dots or underscores. */
const hyphenated = (text: string): string =>
  text
    .toLowerCase()
    .trim()
    .replace(/[\s._-]+/g, '-');

/** Normalized and decoded once more, for links that were encoded twice. */
const normalizeTyped = (typed: string): string =>
  normalize(decode(normalize(typed.slice(0, maxTypedLength))));

const distinct = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '');

function withoutTrailing(username: string): string {
  let end = username.length;
  while (username[end - 1] === '-' || username[end - 1] === '_') end--;
  return username.slice(0, end);
}

/** The usernames that the value of `ref` can stand for, the likeliest first: exactly as typed, then what reads as a username in it. */
export function usernamesIn(typed: string): string[] {
  const text = normalizeTyped(typed);
  const username = usernameIn(text);
  const hyphenatedName = withoutTrailing(usernameIn(hyphenated(text)));
  // "jane doe" is likelier one name than "jane" with a word behind it.
  const inText = [username, withoutTrailing(username), hyphenatedName].toSorted(
    (one, other) => other.length - one.length,
  );
  return distinct([
    typed.trim().toLowerCase().slice(0, maxTypedLength),
    ...inText,
    usernameIn(lastSegmentOf(text)),
  ]);
}

/** The codes that the path of a short link can stand for, the likeliest first. */
export function shortCodesIn(typed: string): string[] {
  const code = /[a-z0-9]+/.exec(normalizeTyped(typed).toLowerCase())?.[0] ?? '';
  return distinct([typed.slice(0, 20), code]);
}

/** The promotion codes that a typed code can stand for, the likeliest first. */
export function promotionCodesIn(typed: string): string[] {
  const text = normalize(typed.slice(0, maxTypedLength)).toUpperCase();
  return distinct([text.slice(0, 40), /[A-Z0-9][A-Z0-9-]*/.exec(text)?.[0] ?? '']);
}

/** Characters kept of a name that is nobody's. */
const maxMissedLength = 60;

/**
 * What is kept of a name that led to no affiliate: the part that reads as a name, in lower case; else, of a name in another script, its
 * beginning. Null where there is nothing to recognize it by. An email address loses its domain.
 */
export function missedNameIn(typed: string): string | null {
  const text = normalizeTyped(typed.toWellFormed());
  const name = usernameIn(text) || text.split('@', 1)[0]?.toLowerCase().replace(/\s+/g, ' ').trim();
  return name ? [...name].slice(0, maxMissedLength).join('') : null;
}
