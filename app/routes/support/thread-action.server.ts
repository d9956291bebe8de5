import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import { z } from 'zod';
import type { Asker } from '#app/domain/talk/support/asker.server.ts';
import { addReply, closeOwnTicket, reopenOwnTicket } from '#app/domain/talk/support/replying.server.ts';
import { replySchema } from '#app/domain/talk/support/ticket-form.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import type { FilledForm } from '#app/routes/http/request-body.server.ts';

const done = {
  reply: 'Thank you! Your message has reached the team.',
  close: 'The ticket is closed. Writing opens it again.',
  reopen: 'The ticket is open again.',
} as const;

const intents = z.enum(['reply', 'close', 'reopen']);

/** Which earlier messages an address asks for; what is no key asks for none. */
export const readBefore = (url: URL): string | null => idIn(url.searchParams.get('before'));

/** What who asked does with their ticket: a further message, closing it, opening it again. */
export async function actOnThread({ form, files }: FilledForm, path: string, asker: Asker) {
  const intent = intents.safeParse(form.get('intent'));
  if (!intent.success) throw data('Unknown action', { status: 400 });
  try {
    if (intent.data === 'close') await closeOwnTicket(asker);
    else if (intent.data === 'reopen') await reopenOwnTicket(asker);
    else {
      const submission = parseWithZod(form, { schema: replySchema });
      if (submission.status !== 'success') return invalidForm(submission);
      await addReply(asker, submission.value, files);
    }
    return redirectWithFlash(path, done[intent.data]);
  } catch (error) {
    return refusedForm(form, error);
  }
}
