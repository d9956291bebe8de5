import { randomUUID } from 'node:crypto';
import { listConversations } from '#app/domain/assistant/conversations.server.ts';
import { allowance } from '#app/domain/assistant/usage.server.ts';
import { answerForm } from '#app/routes/assistant/asking.server.ts';
import { Composer } from '#app/routes/assistant/composer.tsx';
import { AssistantFrame } from '#app/routes/assistant/frame.tsx';
import { suggestionsFor } from '#app/routes/assistant/panel.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/start';

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const onPath = url.searchParams.get('on');
  const [list, left, { isAboutPage, questions }] = await Promise.all([
    listConversations(viewer, url.searchParams.get('before')),
    allowance(viewer.id),
    suggestionsFor(viewer, onPath),
  ]);
  return {
    ...list,
    ...left,
    onPath: isAboutPage ? onPath : null,
    questions,
    requestKey: randomUUID(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(context.get(memberContext), await readForm(request), null, request.signal);
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Assistant')];

export default function AssistantStart({ loaderData, actionData }: Route.ComponentProps) {
  const { conversations, next, onPath, questions, requestKey } = loaderData;
  return (
    <AssistantFrame conversations={conversations} next={next} currentId={null}>
      <header className="grid gap-3">
        <h1 className="headline">What would you like to know?</h1>
        <p className="text-lg text-muted">
          The assistant answers from your library and links each source. If the library has no answer, it says
          so.
        </p>
      </header>
      <Composer
        action="/assistant"
        requestKey={requestKey}
        onPath={onPath}
        reply={actionData}
        messagesLeft={loaderData.messagesLeft}
        notice={loaderData.notice}
        label="Your question"
      />
      <section aria-labelledby="suggestions" className="grid gap-3">
        <h2 id="suggestions" className="font-sans text-sm font-semibold text-muted">
          {onPath ? 'About the page you come from' : 'For example'}
        </h2>
        <form method="post" action="/assistant" className="flex flex-wrap gap-2">
          <input type="hidden" name="requestKey" value={`${requestKey}-s`} />
          {onPath ? <input type="hidden" name="onPath" value={onPath} /> : null}
          {questions.map((question) => (
            <Button
              key={question}
              type="submit"
              name="message"
              value={question}
              variant="secondary"
              data-pending="Thinking..."
              className="text-left"
            >
              {question}
            </Button>
          ))}
        </form>
      </section>
    </AssistantFrame>
  );
}
