import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import {
  answerTicket,
  assignTicket,
  deskMessageSchema,
  noteOnTicket,
  setTicketOpen,
} from '#app/domain/talk/support/desk.server.ts';
import { actorOf } from '#app/routes/admin/access.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, readIntent, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';

const done = {
  answer: 'Reply sent.',
  answer_close: 'Reply sent, and ticket closed.',
  note: 'Note added.',
  assign: 'Assignee updated.',
  close: 'Ticket closed.',
  reopen: 'Ticket reopened.',
} as const;

const intents = z.enum(['answer', 'answer_close', 'note', 'assign', 'close', 'reopen']);
const assignSchema = z.object({ assignee: z.union([z.uuid(), z.literal('')]).optional() });

/** What the team does with a ticket. */
export async function actOnTicket(
  request: Request,
  number: number,
  context: Readonly<RouterContextProvider>,
) {
  const { form, files } = await readFormWithFiles(request);
  const intent = readIntent(form, intents);
  const actor = actorOf(context);
  return refuseInForm(form, async () => {
    switch (intent) {
      case 'assign':
        await assignTicket(actor, number, parseForm(form, assignSchema).assignee || null);
        break;
      case 'close':
      case 'reopen':
        await setTicketOpen(actor, number, intent === 'reopen');
        break;
      case 'note':
        await noteOnTicket(actor, number, parseForm(form, deskMessageSchema));
        break;
      default:
        await answerTicket(
          actor,
          number,
          parseForm(form, deskMessageSchema),
          intent === 'answer_close',
          files,
        );
    }
    return redirectWithFlash(`/admin/support/${number}`, done[intent]);
  });
}
