import { parseWithZod } from '@conform-to/zod/v4';
import type { RouterContextProvider } from 'react-router';
import { data } from 'react-router';
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
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
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
  const intent = intents.safeParse(form.get('intent'));
  if (!intent.success) throw data('Unknown action', { status: 400 });
  const actor = actorOf(context);
  try {
    switch (intent.data) {
      case 'assign': {
        const submission = parseWithZod(form, { schema: assignSchema });
        if (submission.status !== 'success') return invalidForm(submission);
        await assignTicket(actor, number, submission.value.assignee || null);
        break;
      }
      case 'close':
      case 'reopen':
        await setTicketOpen(actor, number, intent.data === 'reopen');
        break;
      default: {
        const submission = parseWithZod(form, { schema: deskMessageSchema });
        if (submission.status !== 'success') return invalidForm(submission);
        if (intent.data === 'note') await noteOnTicket(actor, number, submission.value);
        else await answerTicket(actor, number, submission.value, intent.data === 'answer_close', files);
      }
    }
    return redirectWithFlash(`/admin/support/${number}`, done[intent.data]);
  } catch (error) {
    return refusedForm(form, error);
  }
}
