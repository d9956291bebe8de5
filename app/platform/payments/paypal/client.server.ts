import type { ApiError, Client, OAuthToken } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import { callMs, deadlineSignal } from '#app/platform/payments/deadline.server.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';

/** PayPal's SDK: hundreds of files. */
export const paypalSdk = onDemand<typeof import('@paypal/paypal-server-sdk')>('@paypal/paypal-server-sdk');

/** PayPal refused a call, answered what it should not, or could not be reached (status 0). */
export class PaypalProblem extends Error {
  readonly status: number;
  /** PayPal's name of the first problem, e.g. SUBSCRIPTION_STATUS_INVALID. */
  readonly issue: string;
  /** By which PayPal's support finds the call. */
  readonly debugId: string | null;
  /** Where PayPal says one should go from here. */
  readonly links: readonly PaypalLink[];

  constructor(
    status: number,
    issue: string,
    debugId: string | null = null,
    links: readonly PaypalLink[] = [],
  ) {
    super(`PayPal: ${status} ${issue}`);
    this.status = status;
    this.issue = issue;
    this.debugId = debugId;
    this.links = links;
  }
}

/** An address that PayPal names, and what for. */
export interface PaypalLink {
  rel: string;
  href: string;
}

/** The page of PayPal's to which one of these leads; never an address that is not PayPal's. */
export function pageIn(
  links: readonly PaypalLink[] | undefined,
  rels: readonly string[],
  origin: string,
): string | null {
  const href = links?.find(({ rel }) => rels.includes(rel))?.href;
  return href && URL.canParse(href) && new URL(href).origin === origin ? href : null;
}

/** Where a token is asked for: several requests may wait for one, so that the deadline of none ends it. */
const tokenPath = '/oauth2/token';
/** The origin that the SDK calls. */
const sdkOrigin = 'https://api-m.paypal.com';

const linkSchema = z.object({ rel: z.string(), href: z.string() });

const problemSchema = z.object({
  name: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  details: z
    .array(z.object({ issue: z.string(), link: z.array(linkSchema).optional().catch(undefined) }))
    .catch([]),
  links: z.array(linkSchema).catch([]),
});

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

const isApiError = (error: unknown): error is ApiError => error instanceof paypalSdk().ApiError;

/** What went wrong, without the request: it carries the credentials. */
function problemOf(error: unknown): PaypalProblem {
  if (!isApiError(error)) return new PaypalProblem(0, error instanceof Error ? error.name : 'UNKNOWN');
  const debugId = error.headers['paypal-debug-id'] ?? null;
  if (error.statusCode < 400) return new PaypalProblem(error.statusCode, 'ANSWER_NOT_UNDERSTOOD', debugId);
  const problem = problemSchema.safeParse(parseJson(error.body)).data;
  return new PaypalProblem(
    error.statusCode,
    problem?.details[0]?.issue ?? problem?.name ?? problem?.error ?? 'UNKNOWN',
    debugId,
    // Of some problems the way on stands with what is wrong.
    [...(problem?.links ?? []), ...(problem?.details.flatMap(({ link }) => link ?? []) ?? [])],
  );
}

/** PayPal's SDK at the configured address, which the SDK itself does not let one choose. */
function connect({ clientId, clientSecret, apiBase }: PaypalSettings) {
  const sdkParts = paypalSdk();
  const credentials = { oAuthClientId: clientId, oAuthClientSecret: clientSecret, oAuthClockSkew: 60 };
  let pendingToken: Promise<OAuthToken> | undefined;
  const sdk = new sdkParts.Client({
    environment: sdkParts.Environment.Production,
    timeout: callMs,
    // Its HTTP client would take the token along to whatever address an answer names.
    unstable_httpClientOptions: { maxRedirects: 0 },
    clientCredentialsAuthCredentials: {
      ...credentials,
      // Asked for once also where several calls need the token at the same time.
      oAuthTokenProvider: () => {
        pendingToken ??= manager.fetchToken().finally(() => {
          pendingToken = undefined;
        });
        return pendingToken;
      },
    },
  });
  type RequestFactory = ReturnType<Client['getRequestBuilderFactory']>;
  const request: RequestFactory = (method, path) => {
    const builder = sdk.getRequestBuilderFactory()(method, path);
    builder.interceptRequest((httpRequest) => ({
      ...httpRequest,
      url: httpRequest.url.replace(sdkOrigin, apiBase),
    }));
    // The SDK's own limit ends with the first byte of an answer.
    builder.intercept((httpRequest, options, next) => {
      const deadline = httpRequest.url.includes(tokenPath) ? undefined : deadlineSignal();
      const signals = [AbortSignal.timeout(callMs), ...(deadline ? [deadline] : [])];
      return next(httpRequest, { ...options, abortSignal: AbortSignal.any(signals) });
    });
    return builder;
  };
  const client = { getRequestBuilderFactory: () => request };
  const manager = new sdkParts.ClientCredentialsAuthManager(credentials, client);

  return {
    subscriptions: new sdkParts.SubscriptionsController(client),
    payments: new sdkParts.PaymentsController(client),
    orders: new sdkParts.OrdersController(client),
    /** A call that the SDK has no function for; `body` is JSON, sent as it is written. */
    async ask<T>(method: 'GET' | 'POST', path: string, answer: z.ZodType<T>, body?: string): Promise<T> {
      const builder = request(method, path);
      builder.authenticate([{ oauth2: true }]);
      if (body !== undefined) {
        builder.text(body);
        builder.contentType('application/json');
      }
      const { result, statusCode } = await builder.callAsText();
      const parsed = answer.safeParse(parseJson(result));
      if (!parsed.success) throw new PaypalProblem(statusCode, 'ANSWER_NOT_UNDERSTOOD');
      return parsed.data;
    },
  };
}

type PaypalConnection = ReturnType<typeof connect>;

/** Runs calls to PayPal, with a token of the client's credentials that is kept until it expires. */
export function createPaypalClient(settings: PaypalSettings) {
  let connection: PaypalConnection | undefined;

  async function run<T>(call: (connection: PaypalConnection) => Promise<T>): Promise<T> {
    connection ??= connect(settings);
    const used = connection;
    try {
      return await call(used);
    } catch (error) {
      const problem = error instanceof PaypalProblem ? error : problemOf(error);
      // The SDK keeps a token that was taken back, and a question for a token that failed, for ever.
      const isSpoilt = problem.status === 0 || problem.status === 401 || problem.status >= 500;
      if (isSpoilt && connection === used) connection = undefined;
      throw problem;
    }
  }

  return {
    /** @throws {PaypalProblem} */
    async call<T>(call: (connection: PaypalConnection) => Promise<T>): Promise<T> {
      const isFresh = connection === undefined;
      try {
        return await run(call);
      } catch (error) {
        // A token may be taken back before its time: once, another is asked for.
        if (isFresh || !(error instanceof PaypalProblem) || error.status !== 401) throw error;
        return run(call);
      }
    },
  };
}
