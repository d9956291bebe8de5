import { z } from 'zod';
import type { PaypalSettings } from '#app/platform/config.server.ts';

/** PayPal refused a call, answered what it should not, or could not be reached (status 0). */
export class PaypalProblem extends Error {
  readonly status: number;
  /** PayPal's name of the first problem, e.g. SUBSCRIPTION_STATUS_INVALID. */
  readonly issue: string;
  /** By which PayPal's support finds the call. */
  readonly debugId: string | null;

  constructor(status: number, issue: string, debugId: string | null = null) {
    super(`PayPal: ${status} ${issue}`);
    this.status = status;
    this.issue = issue;
    this.debugId = debugId;
  }
}

const timeoutMs = 15_000;
/** A token is given up this long before it expires. */
const tokenMarginMs = 60_000;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const problemSchema = z.object({
  name: z.string().catch('UNKNOWN'),
  details: z.array(z.object({ issue: z.string() })).catch([]),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface PaypalCall<T> {
  method: 'GET' | 'POST';
  path: string;
  /** JSON, already written. */
  body?: string;
  /** PayPal-Request-Id: the same call again has the same effect once. At most 38 characters. */
  requestId?: string;
  answer: z.ZodType<T>;
}

/** Calls PayPal's REST API with a token of the client's credentials, which is kept until it expires. */
export function createPaypalClient({ clientId, clientSecret, apiBase }: PaypalSettings) {
  let token: { value: Promise<string>; expiresAt: number } | undefined;

  async function send(path: string, init: RequestInit): Promise<{ response: Response; text: string }> {
    try {
      const response = await fetch(new URL(path, apiBase), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { response, text: await response.text() };
    } catch (error) {
      throw new PaypalProblem(0, error instanceof Error ? error.name : 'UNREACHABLE');
    }
  }

  async function read<T>(path: string, init: RequestInit, answer: z.ZodType<T>): Promise<T> {
    const { response, text } = await send(path, init);
    const debugId = response.headers.get('PayPal-Debug-Id');
    const json = parseJson(text);
    if (!response.ok) {
      const problem = problemSchema.safeParse(json).data;
      const issue = problem?.details[0]?.issue ?? problem?.name ?? 'UNKNOWN';
      throw new PaypalProblem(response.status, issue, debugId);
    }
    const parsed = answer.safeParse(json);
    if (!parsed.success) throw new PaypalProblem(response.status, 'ANSWER_NOT_UNDERSTOOD', debugId);
    return parsed.data;
  }

  /** The token, asked for once also where several calls need it at the same time. */
  function currentToken(): Promise<string> {
    if (token && token.expiresAt > Date.now()) return token.value;
    const asked = { value: askToken(), expiresAt: Number.POSITIVE_INFINITY };
    token = asked;
    asked.value.catch(() => {
      if (token === asked) token = undefined;
    });
    return asked.value;

    async function askToken(): Promise<string> {
      const { access_token, expires_in } = await read(
        '/v1/oauth2/token',
        {
          method: 'POST',
          headers: {
            Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: 'grant_type=client_credentials',
        },
        tokenSchema,
      );
      asked.expiresAt = Date.now() + expires_in * 1000 - tokenMarginMs;
      return access_token;
    }
  }

  return {
    /** @throws {PaypalProblem} */
    async call<T>({ method, path, body, requestId, answer }: PaypalCall<T>): Promise<T> {
      const ask = async () =>
        read(
          path,
          {
            method,
            headers: {
              Authorization: `Bearer ${await currentToken()}`,
              ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
              ...(requestId ? { 'PayPal-Request-Id': requestId } : {}),
            },
            ...(body === undefined ? {} : { body }),
          },
          answer,
        );
      const used = token;
      try {
        return await ask();
      } catch (error) {
        // A token may be taken back before its time: once, another is asked for.
        if (!(error instanceof PaypalProblem) || error.status !== 401 || !used) throw error;
        if (token === used) token = undefined;
        return ask();
      }
    },
  };
}

export type PaypalClient = ReturnType<typeof createPaypalClient>;
