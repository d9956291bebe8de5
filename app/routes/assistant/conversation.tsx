import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import {
  deleteConversation,
  listConversations,
  openConversation,
  rateAnswer,
  renameConversation,
} from '#app/domain/assistant/conversations.server.ts';
import { askAgain } from '#app/domain/assistant/running-answers.server.ts';
import { openProposedTicket, proposedTicketSchema } from '#app/domain/assistant/tickets.server.ts';
import { answerForm } from '#app/routes/assistant/asking.server.ts';
import { Composer } from '#app/routes/assistant/composer.tsx';
import { AssistantFrame } from '#app/routes/assistant/frame.tsx';
import { ManageConversation } from '#app/routes/assistant/manage.tsx';
import { Thread } from '#app/routes/assistant/thread.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm } from '#app/routes/http/form-action.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/conversation';

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const before = Math.trunc(Number(url.searchParams.get('before')));
  try {
    const [list, conversation] = await Promise.all([
      listConversations(viewer),
      openConversation(viewer, params.conversationId, before > 0 && before < 1_000_000 ? before : null),
    ]);
    return { ...list, conversation, requestKey: randomUUID() };
  } catch (error) {
    throwAsResponse(error);
  }
}

const ratings: ReadonlyMap<string, 1 | -1 | null> = new Map([
  ['rate1', 1],
  ['rate-1', -1],
  ['rate0', null],
]);

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = context.get(memberContext);
  const { conversationId } = params;
  const form = await readForm(request);
  const intent = String(form.get('intent') ?? 'ask');
  const messageId = String(form.get('messageId') ?? '');
  const here = `/assistant/${conversationId}`;
  try {
    if (intent === 'delete') {
      await deleteConversation(viewer, conversationId);
      return redirectWithFlash('/assistant', 'The conversation is deleted.');
    }
    if (intent === 'rename') {
      await renameConversation(viewer, conversationId, String(form.get('title') ?? ''));
      return redirectWithFlash(here, 'The conversation has its new name.');
    }
    if (intent === 'again') {
      const { position } = await askAgain(viewer, messageId, request.signal);
      return redirect(`${here}#m${position - 1}`, 303);
    }
    if (intent === 'ticket') {
      const number = await openProposedTicket(viewer, messageId, parseForm(form, proposedTicketSchema));
      return redirectWithFlash(
        here,
        viewer.isEmailVerified
          ? `Your message is sent. It is ticket ${number}, and we answer by email within 24 hours.`
          : `One step left: follow the link we sent to ${viewer.email}, and our team gets your question. It is ticket ${number}.`,
      );
    }
    const rating = ratings.get(intent);
    if (rating !== undefined) {
      await rateAnswer(viewer, messageId, rating);
      return redirectWithFlash(here, 'Thank you. Your rating helps us improve the library.');
    }
  } catch (error) {
    if (intent !== 'rename' && intent !== 'ticket') throwAsResponse(error);
    const { data: reply, init } = refusedForm(form, error);
    return data({ ...reply, refused: intent === 'ticket' ? `ticket-${messageId}` : intent }, init ?? {});
  }
  return answerForm(viewer, form, conversationId, request.signal);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `${loaderData.conversation.title} | Assistant` : 'Assistant'),
];

export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { conversations, next, conversation, requestKey } = loaderData;
  const { id, title, messages, hasEarlier } = conversation;
  const action = `/assistant/${id}`;
  const replyTo = (form: string) => (actionData?.refused === form ? actionData : undefined);
  return (
    <AssistantFrame conversations={conversations} next={next} currentId={id}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line pb-4">
        <h1 dir="auto" className="min-w-0 text-2xl wrap-anywhere">
          {title}
        </h1>
      </header>
      {hasEarlier ? (
        <Link
          to={`${action}?before=${messages[0]?.position ?? 1}`}
          className="link inline-flex min-h-11 items-center justify-self-start"
        >
          Earlier messages
        </Link>
      ) : null}
      <Thread messages={messages} action={action} replyTo={replyTo} />
      <Composer
        action={action}
        requestKey={requestKey}
        reply={replyTo('ask')}
        messagesLeft={conversation.messagesLeft}
        notice={conversation.notice}
        label="Ask on"
      />
      <ManageConversation action={action} title={title} reply={replyTo('rename')} />
    </AssistantFrame>
  );
}
