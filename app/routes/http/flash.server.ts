import { data, redirect } from 'react-router';
import { z } from 'zod';
import { flashCookie } from '#app/routes/http/cookies.server.ts';
import { forAPart } from '#app/ui/script/partial-page.ts';

const flashSchema = z.object({ kind: z.enum(['success', 'error']), message: z.string().max(300) });

/** A message shown once on the next page: role="status", or role="alert" for errors. */
export type Flash = z.infer<typeof flashSchema>;

/** The Set-Cookie value that shows `message` on the next page. */
export function flashHeader(message: string, kind: Flash['kind'] = 'success'): string {
  return flashCookie().serialize({ kind, message });
}

/** Redirects (303) and shows `message` there. Further cookies can be given along. */
export async function redirectWithFlash(
  to: string,
  message: string,
  kind: Flash['kind'] = 'success',
  setCookies: readonly string[] = [],
): Promise<Response> {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie);
  headers.append('Set-Cookie', flashHeader(message, kind));
  return redirect(to, { status: 303, headers });
}

/** The message waiting for this page, if any; none for a script that shows a part of it, which would take the message away unseen. */
export async function readFlash(request: Request): Promise<Flash | null> {
  if (Object.keys(forAPart).some((name) => request.headers.has(name))) return null;
  const parsed = flashSchema.safeParse(flashCookie().parse(request.headers.get('Cookie')));
  return parsed.success ? parsed.data : null;
}

/** Loader data with a header that takes the message away once shown. */
export async function dataClearingFlash<T>(value: T, flash: Flash | null) {
  if (!flash) return data(value);
  return data(value, { headers: { 'Set-Cookie': flashCookie().serialize('', { maxAge: 0 }) } });
}
