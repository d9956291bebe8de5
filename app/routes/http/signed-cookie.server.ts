import type { SigningPurpose } from '#app/platform/secrets/purposes.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

// The form is that of react-router's signed cookies: base64 of JSON, a dot, an HMAC-SHA-256 of what stands before it. Theirs asks
// WebCrypto, which is asynchronous and imports the key anew each time: a twentieth of the time of a page of members. Ours are signed
// with a key for each cookie, so that a value signed for one is refused under the name of another.

export interface SignedCookie {
  name: string;
  /** What a request brings under this name; null where that is nothing, or nothing that was signed here. */
  parse(header: string | null): unknown;
  /** The Set-Cookie value; the empty string with `maxAge` 0 takes the cookie away, and with null it goes when the browser is closed. */
  serialize(value: unknown, options?: { maxAge: number | null }): string;
}

interface CookieOptions {
  purpose: SigningPurpose;
  maxAge: number;
  secure: boolean;
}

/** A cookie for the whole site that scripts cannot read and nobody else can make. */
export function signedCookie(name: string, { purpose, maxAge, secure }: CookieOptions): SignedCookie {
  const attributes = `Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return {
    name,
    parse(header) {
      const value = header === null ? undefined : readCookie(header, name);
      if (!value) return null;
      const dot = value.lastIndexOf('.');
      const text = value.slice(0, dot);
      if (dot < 0 || !isSignatureOf(purpose, text, value.slice(dot + 1))) return null;
      return JSON.parse(Buffer.from(text, 'base64').toString());
    },
    serialize(value, options) {
      const text = Buffer.from(JSON.stringify(value)).toString('base64');
      const signed = value === '' ? '' : encodeURIComponent(`${text}.${signatureOf(purpose, text)}`);
      const seconds = options ? options.maxAge : maxAge;
      return `${name}=${signed}; ${seconds === null ? '' : `Max-Age=${seconds}; `}${attributes}`;
    },
  };
}

/** The first value of a name; spaces about the name and the value are none of them. */
function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    try {
      return decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}
