import { z } from 'zod';
import type { Asker } from '#app/domain/talk/support/asker.server.ts';
import { addReply, closeOwnTicket, reopenOwnTicket } from '#app/domain/talk/support/replying.server.ts';
import { replySchema } from '#app/domain/talk/support/ticket-form.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, readIntent, refuseInForm } from '#app/routes/http/form-action.server.ts';
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
  const intent = readIntent(form, intents);
  return refuseInForm(form, async () => {
    if (intent === 'close') await closeOwnTicket(asker);
    else if (intent === 'reopen') await reopenOwnTicket(asker);
    else await addReply(asker, parseForm(form, replySchema), files);
    return redirectWithFlash(path, done[intent]);
  });
}
