/** What the protocol of the auth API says of a password that is too weak, besides the message. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/**
 * A refusal in the words of the protocol below /auth/v1: the status and the code that the official client knows. Rules shared with
 * the site's pages throw a `Refusal` instead; the routes translate those.
 */
export class AuthApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly weakPassword: readonly WeakPasswordReason[] | null;

  constructor(
    status: number,
    code: string,
    message: string,
    weakPassword: readonly WeakPasswordReason[] | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.weakPassword = weakPassword;
  }
}

export const validationFailed = (message: string, status = 400) =>
  new AuthApiError(status, 'validation_failed', message);

export const sessionNotFound = () =>
  new AuthApiError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

/** A code or link of a mail that is unknown, used or too old. */
export const otpExpired = (message = 'Token has expired or is invalid') =>
  new AuthApiError(403, 'otp_expired', message);

export const insufficientAal = (message: string, status = 401) =>
  new AuthApiError(status, 'insufficient_aal', message);
