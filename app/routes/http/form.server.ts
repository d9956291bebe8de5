import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from 'react-router';
import { Refusal } from '#app/domain/errors.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { statusOfRefusal, tooManyAttempts } from '#app/routes/http/domain-errors.server.ts';

type AnySubmission = Submission<unknown, string[], unknown>;

/** What an action answers when the form stays: conform's errors and what was typed, passwords aside. */
export interface FormReply {
  lastResult: SubmissionResult<string[]>;
}

const secrets = ['password', 'confirmPassword', 'currentPassword'];

const reply = (
  submission: AnySubmission,
  options: { formErrors?: string[]; fieldErrors?: Record<string, string[]> } = {},
): FormReply => ({
  lastResult: submission.reply({ ...options, hideFields: secrets }),
});

/** The answer to a form that does not hold what its schema asks for: 422. */
export function invalidForm(submission: AnySubmission) {
  return data(reply(submission), { status: 422 });
}

/**
 * The answer to a valid form that the domain refused: its message beside the field it names or above the form, with the
 * refusal's status (or 429 and Retry-After). Errors that are no refusals are thrown on.
 */
export function refusedForm(submission: AnySubmission, error: unknown) {
  if (error instanceof RateLimitExceeded) {
    const { message, init } = tooManyAttempts(error);
    return data(reply(submission, { formErrors: [message] }), init);
  }
  if (!(error instanceof Refusal)) throw error;
  const errors = error.field
    ? { fieldErrors: { [error.field]: [error.message] } }
    : { formErrors: [error.message] };
  return data(reply(submission, errors), { status: statusOfRefusal(error) });
}
