import { Refusal } from '#app/domain/core/values/errors.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { type IdentityProblem, IdentityRefusal } from '#app/domain/people/identities/refusals.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';

/** An error as the protocol has it. */
interface ProtocolError {
  status: number;
  code: string;
  message: string;
  weakPassword?: readonly string[];
  retryAfter?: number;
}

/** The limits that count mails rather than requests. */
const isMailLimit = (name: string) =>
  /(?:^|-)mail(?:-hour|-day|-strangers)?$|^email-change$|^verification-resend$/.test(name) ||
  /^(?:sign-in-link|reset)-account-address$/.test(name);

const ofRefusal = ({ kind, message, field }: Refusal): ProtocolError => {
  if (kind === 'invalid' && field === 'password')
    return { status: 422, code: 'weak_password', message, weakPassword: ['characters'] };
  if (kind === 'invalid' && message === 'Invalid login credentials')
    return { status: 400, code: 'invalid_credentials', message };
  if (kind === 'not_allowed' && /inactive/.test(message))
    return { status: 400, code: 'user_banned', message: 'User is banned' };
  if (kind === 'not_allowed') return { status: 403, code: 'session_not_found', message };
  if (kind === 'unavailable') return { status: 503, code: 'unexpected_failure', message, retryAfter: 30 };
  if (kind === 'conflict') return { status: 409, code: 'conflict', message };
  return { status: kind === 'not_found' ? 404 : 422, code: 'validation_failed', message };
};

/** Identities: the protocol's status and code of each problem. */
const identityErrors: Readonly<Record<IdentityProblem, readonly [status: number, code: string]>> = {
  unknown_provider: [400, 'provider_disabled'],
  provider_down: [503, 'unexpected_failure'],
  canceled: [403, 'bad_oauth_callback'],
  bad_answer: [400, 'bad_oauth_callback'],
  no_flow: [400, 'bad_oauth_state'],
  email_not_verified: [403, 'provider_email_needs_verification'],
  account_not_linked: [422, 'email_exists'],
  linked_elsewhere: [422, 'identity_already_exists'],
  already_linked: [422, 'identity_already_exists'],
  last_way_in: [422, 'single_identity_not_deletable'],
  no_identity: [404, 'identity_not_found'],
  inactive: [403, 'user_banned'],
};

function ofIdentity({ problem, message }: IdentityRefusal): ProtocolError {
  const [status, code] = identityErrors[problem];
  return { status, code, message, ...(problem === 'provider_down' ? { retryAfter: 30 } : {}) };
}

/** What the protocol says of something thrown; undefined for what nobody expected. */
export function protocolError(error: unknown): ProtocolError | undefined {
  if (error instanceof AuthApiError) {
    const { status, code, message, weakPassword } = error;
    return { status, code, message, ...(weakPassword ? { weakPassword } : {}) };
  }
  if (error instanceof IdentityRefusal) return ofIdentity(error);
  if (error instanceof Refusal) return ofRefusal(error);
  if (error instanceof RateLimitExceeded) {
    const isMail = isMailLimit(error.limit?.name ?? '');
    return {
      status: 429,
      code: isMail ? 'over_email_send_rate_limit' : 'over_request_rate_limit',
      message: isMail
        ? `For security purposes, you can only request this after ${error.retryAfterSeconds} seconds.`
        : 'Request rate limit reached',
      retryAfter: error.retryAfterSeconds,
    };
  }
  if (isDatabaseOutage(error))
    return { status: 503, code: 'unexpected_failure', message: 'The site cannot answer now', retryAfter: 10 };
  return undefined;
}

/** The version from which on errors have their code in `code`. */
const codedErrors = '2024-01-01';

/** The version of the protocol that a client asks for and we speak; null for the first one. */
export function versionFor(wanted: string | null): string | null {
  return wanted !== null && /^\d{4}-\d\d-\d\d$/.test(wanted) && wanted >= codedErrors ? codedErrors : null;
}

/** The answer to an error, in the shape of the version that the client asks for. */
export function errorResponse(error: ProtocolError, version: string | null): Response {
  const { status, code, message, weakPassword, retryAfter } = error;
  const weak = weakPassword ? { weak_password: { reasons: weakPassword } } : {};
  const body = version
    ? { code, message, ...weak }
    : { code: status, error_code: code, msg: message, ...weak };
  const answer = Response.json(body, { status });
  answer.headers.set('X-Sb-Error-Code', code);
  if (retryAfter !== undefined) {
    answer.headers.set('Retry-After', String(retryAfter));
    answer.headers.set('RateLimit', `"default";r=0;t=${retryAfter}`);
  }
  return answer;
}
