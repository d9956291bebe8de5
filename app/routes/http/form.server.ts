import type { Submission, SubmissionResult } from '@conform-to/dom';
import { data } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { statusOfRefusal, tooManyAttempts } from '#app/routes/http/domain-errors.server.ts';
import { textsOf } from '#app/routes/http/form-texts.server.ts';
import type { RefusalWithWayOn } from '#app/routes/http/not-found.ts';

type AnySubmission = Submission<unknown, string[], unknown>;

/** What an action answers when the form stays: conform's errors and what was typed, passwords and codes aside. */
export interface FormReply {
  lastResult: SubmissionResult<string[]>;
}

/** Fields whose content no page shows again. */
export const secrets = ['password', 'confirmPassword', 'currentPassword', 'code', 'passkey'];

/** All that a form sent, each field as text: for a page that shows it again, or a command that reads it itself. */
export const typedFields = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));

/** A form that does not hold what its schema asks for; `refusedForm` answers it. */
export class InvalidForm extends Error {
  readonly submission: AnySubmission;

  constructor(submission: AnySubmission) {
    super('The form is not filled in as its schema asks.');
    this.submission = submission;
  }
}

/** The answer to a form that does not hold what its schema asks for: 422. */
export function invalidForm(submission: AnySubmission) {
  return data<FormReply>({ lastResult: submission.reply({ hideFields: secrets }) }, { status: 422 });
}

/** What was typed, passwords and codes aside, with an error of one field, or of the form where none is named. */
function replyTo(form: FormData, message: string, field = ''): FormReply {
  const typed = [...form].flatMap(([name, value]) =>
    secrets.includes(name) || typeof value !== 'string' ? [] : [[name, value] as const],
  );
  return {
    lastResult: { status: 'error', initialValue: Object.fromEntries(typed), error: { [field]: [message] } },
  };
}

/**
 * The answer to a form that the domain refused, be it before it was parsed: its message beside the field it names or above the form,
 * with the refusal's status (or 429 and Retry-After). Errors that are no refusals are thrown on; so is a page with what was written, where
 * what the form was about is gone (P101).
 */
export function refusedForm(form: FormData, error: unknown) {
  if (error instanceof InvalidForm) return invalidForm(error.submission);
  if (error instanceof RateLimitExceeded) {
    const { message, init } = tooManyAttempts(error);
    return data(replyTo(form, message), init);
  }
  if (!(error instanceof Refusal)) throw error;
  const status = statusOfRefusal(error);
  // The page of what is gone cannot show the form again: its loader finds nothing either.
  const texts = error.kind === 'not_found' && error.field === undefined ? textsOf(form) : [];
  if (texts.length > 0)
    throw data<RefusalWithWayOn>(
      {
        message: `${error.message.replace(/\.$/, '')}. Nothing was saved. What you wrote is below.`,
        written: texts,
      },
      { status },
    );
  const headers: HeadersInit = status === 503 ? { 'Retry-After': '30' } : {};
  return data(replyTo(form, error.message, error.field), { status, headers });
}
