/** A browser without scripts, as far as it is needed here: it keeps one cookie, and follows nothing. */
export interface Answer {
  /** 0 where no answer came, or not all of it. */
  status: number;
  text: string;
  location: string;
  /** The session that was begun, as it is sent back. */
  session: string | undefined;
}

interface Question {
  cookie?: string | undefined;
  /** Of whom the request seems to be: attempts are counted by address. */
  address?: string | undefined;
  form?: Record<string, string> | FormData | undefined;
}

/** Longer than the site lets anybody wait, in milliseconds. */
const limitMs = 40_000;

function requestOf({ cookie, address, form }: Question): RequestInit {
  const headers: Record<string, string> = {};
  if (cookie) headers.cookie = cookie;
  if (address) headers['x-forwarded-for'] = address;
  const body = form && !(form instanceof FormData) ? new URLSearchParams(form) : form;
  return { method: form ? 'POST' : 'GET', headers, redirect: 'manual', ...(body ? { body } : {}) };
}

export async function ask(base: string, path: string, question: Question = {}): Promise<Answer> {
  try {
    const reply = await fetch(new URL(path, base), {
      ...requestOf(question),
      signal: AbortSignal.timeout(limitMs),
    });
    const session = reply.headers.getSetCookie().find((cookie) => /^(__Host-)?session=/.test(cookie));
    return {
      status: reply.status,
      text: await reply.text(),
      location: reply.headers.get('location') ?? '',
      session: session?.split(';', 1)[0],
    };
  } catch {
    return { status: 0, text: '', location: '', session: undefined };
  }
}

/**
 * Reads a page's stream of events until it ends.
 * @returns its status, and 0 where it was cut off instead of ended.
 */
export async function readStream(
  base: string,
  cookie: string,
  signal: AbortSignal,
  onEvent: (text: string) => void,
): Promise<number> {
  try {
    const reply = await fetch(new URL('/live', base), { ...requestOf({ cookie }), signal });
    if (reply.status !== 200 || !reply.body) return reply.status;
    const decoder = new TextDecoder();
    for await (const chunk of reply.body) onEvent(decoder.decode(chunk as Uint8Array));
    return 200;
  } catch {
    return signal.aborted ? 200 : 0;
  }
}
