import { redirect } from 'react-router';
import { z } from 'zod';
import { seal, unseal } from '#app/platform/secrets/sealing.server.ts';
import { type FormName, forms } from '#app/routes/auth/forms.ts';
import { typedEmailCookie } from '#app/routes/http/cookies.server.ts';
import { safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';

/** What the cookie is encrypted for: whoever reads a browser's files learns nobody's address from it. */
const belongsTo = 'cookie typed-email';

const typedEmailSchema = z.string().trim().min(1).max(254);

/** The address this browser has typed into a form of joining, for the next one; empty where there is none. */
export async function readTypedEmail(request: Request): Promise<string> {
  const sealed = typedEmailCookie().parse(request.headers.get('Cookie'));
  const typed = typeof sealed === 'string' ? unseal(Buffer.from(sealed, 'base64url'), belongsTo) : null;
  const parsed = typedEmailSchema.safeParse(typed);
  return parsed.success ? parsed.data : '';
}

/** The Set-Cookie value that keeps what a form holds as email address, for an hour; null where that is nothing. */
async function typedEmailHeader(form: FormData): Promise<string | null> {
  const parsed = typedEmailSchema.safeParse(form.get('email'));
  return parsed.success
    ? typedEmailCookie().serialize(Buffer.from(seal(parsed.data, belongsTo)).toString('base64url'))
    : null;
}

/** The Set-Cookie value that forgets the address. */
export const forgetTypedEmail = () => typedEmailCookie().serialize('', { maxAge: 0 });

/** The answer to a form of joining, keeping the address that was typed. It is personal, so it stands in no address line. */
export async function keepTypedEmail<T extends Response | { init: ResponseInit | null }>(
  form: FormData,
  answer: T,
): Promise<T> {
  const cookie = await typedEmailHeader(form);
  if (!cookie) return answer;
  if (answer instanceof Response) answer.headers.append('Set-Cookie', cookie);
  else {
    const headers = new Headers(answer.init?.headers);
    headers.append('Set-Cookie', cookie);
    answer.init = { ...answer.init, headers };
  }
  return answer;
}

/** Whether a post is the wish for another form of joining, with what was typed in this one: see `OtherFormLink`. */
export const wantsOtherForm = (form: FormData): boolean => form.get('intent') === 'other_form';

/** Leads from one form of joining to another, with what was typed and the page to come back to. */
export function goToOtherForm(form: FormData): Promise<Response> {
  const path =
    forms[
      z
        .enum(Object.keys(forms) as FormName[])
        .catch('sign_in')
        .parse(form.get('to'))
    ];
  return keepTypedEmail(form, redirect(withReturnTo(path, safeReturnTo(form.get('redirectTo'))), 303));
}
