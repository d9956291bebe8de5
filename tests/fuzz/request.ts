import { contentTypes, headerNames, headerValues, methods, names, oddTexts } from '#tests/fuzz/odd-inputs.ts';
import type { Random } from '#tests/fuzz/random.ts';

/** One odd request, ready to be sent. */
export interface OddRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Sent in chunks, without a length. */
  isChunked: boolean;
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** What Node takes in a request line: anything else is encoded, what is encoded already is left. */
const sendable = (path: string) => path.toWellFormed().replace(/[^\x21-\x7e]/g, encode);

function makePath(random: Random, patterns: readonly string[]): string {
  const path = random.pick(patterns).replace(/:\w+|\*/g, () => {
    const text = random.pick(oddTexts);
    return random.oneIn(4) ? sendable(text) : encode(text);
  });
  switch (random.int(14)) {
    case 0:
      return path.toUpperCase();
    case 1:
      return `${path}/`;
    case 2:
      return path.replaceAll('/', '//');
    case 3:
      return `${path}.data`;
    case 4:
      return `/x/..${path}`;
    case 5:
      return `${path}/${sendable(random.pick(oddTexts))}`;
    case 6:
      return path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    default:
      return path;
  }
}

function makeFields(random: Random): [name: string, value: string][] {
  const count = random.oneIn(30) ? 200 : random.int(7);
  return Array.from({ length: count }, () => [
    random.oneIn(12) ? random.pick(oddTexts) : random.pick(names),
    random.pick(oddTexts),
  ]);
}

const urlEncoded = (fields: readonly [string, string][], random: Random) =>
  fields
    .map(([name, value]) =>
      random.oneIn(8) ? sendable(`${name}=${value}`) : `${encode(name)}=${encode(value)}`,
    )
    .join('&');

function makeJson(random: Random, depth = 0): unknown {
  const text = random.pick(oddTexts);
  switch (random.int(depth > 3 ? 4 : 7)) {
    case 0:
      return text;
    case 1:
      return random.int(5_000_000_000) - 1;
    case 2:
      return null;
    case 3:
      return random.oneIn(2);
    case 4:
      return Array.from({ length: random.int(4) }, () => makeJson(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.int(5) }, () => [random.pick(names), makeJson(random, depth + 1)]),
      );
  }
}

function makeParts(random: Random): string {
  const line = 'a-line-between-the-parts-of-a-form';
  const parts = makeFields(random).map(([name, value]) => {
    const file = random.oneIn(5) ? '; filename="a.txt"' : '';
    return `--${line}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--${line}${random.oneIn(6) ? '' : '--\r\n'}`;
}

function makeBody(random: Random, type: string): Buffer {
  const kind = random.oneIn(8)
    ? random.int(5)
    : type.startsWith('multipart')
      ? 1
      : type.includes('json')
        ? 2
        : 0;
  switch (kind) {
    case 1:
      return Buffer.from(makeParts(random));
    case 2:
      return Buffer.from(JSON.stringify(makeJson(random)).slice(0, random.oneIn(6) ? 20 : undefined));
    case 3:
      return Buffer.from(Array.from({ length: random.int(400) }, () => random.int(256)));
    case 4:
      return Buffer.alloc(random.int(200_000), random.pick(['a', 'a=&', 'email=a&', '[', '{"a":', '.x']));
    default:
      return Buffer.from(urlEncoded(makeFields(random), random));
  }
}

/** What Node takes as the value of a header. */
const headerSafe = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000);

/** One odd request to one of these addresses, as one of these people. */
export function makeRequest(
  random: Random,
  patterns: readonly string[],
  cookies: readonly string[],
): OddRequest {
  const method = random.pick(methods);
  const query = random.oneIn(2) ? '' : `?${urlEncoded(makeFields(random), random).slice(0, 6_000)}`;
  const path = sendable(makePath(random, patterns) + query);
  const headers: Record<string, string> = {};
  for (let count = random.int(4); count > 0; count--)
    headers[random.pick(headerNames)] = headerSafe(
      random.oneIn(3) ? random.pick(oddTexts) : random.pick(headerValues),
    );
  // Who signs out would make everything after it a visitor's.
  const cookie = random.pick(cookies);
  if (cookie && !/logout/i.test(path)) headers.Cookie = cookie;
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && !random.oneIn(10);
  const type = random.pick(contentTypes);
  if (hasBody && type) headers['Content-Type'] = type;
  const body = hasBody ? makeBody(random, type) : null;
  return {
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    headers,
    body,
    isChunked: random.oneIn(6),
  };
}
