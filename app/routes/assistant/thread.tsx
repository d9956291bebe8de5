import type { ShownMessage } from '#app/domain/assistant/conversations.server.ts';
import { ProposedTicket } from '#app/routes/assistant/proposed-ticket.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { type Source, sourceName } from '#app/ui/assistant/message-looks.ts';
import { MessageText } from '#app/ui/assistant/message-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

/** What was asked and answered. */
export function Thread({
  messages,
  action,
  replyTo,
}: {
  messages: ShownMessage[];
  action: string;
  /** What the action answered to a form of this name. */
  replyTo(form: string): FormReply | undefined;
}) {
  return (
    <ol className="grid grid-cols-1 gap-8">
      {messages.map((message, index) =>
        message.sender === 'user' ? (
          <li key={message.id} id={`m${message.position}`} className="grid scroll-mt-6 gap-3">
            <Question text={message.text} />
            {messages[index + 1]?.position === message.position + 1 ? null : (
              <Unanswered id={message.id} action={action} />
            )}
          </li>
        ) : (
          <li key={message.id}>
            <Answer message={message} action={action} reply={replyTo(`ticket-${message.id}`)} />
          </li>
        ),
      )}
    </ol>
  );
}

function Question({ text }: { text: string }) {
  return (
    <div className="grid max-w-[85%] justify-self-end rounded-card rounded-br-sm bg-accent-soft px-4 py-3">
      <h2 className="sr-only">You asked</h2>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </div>
  );
}

/** A question whose answer was lost on the way. */
function Unanswered({ id, action }: { id: string; action: string }) {
  return (
    <form method="post" action={action} className="flex flex-wrap items-center gap-3" role="alert">
      <input type="hidden" name="messageId" value={id} />
      <p className="text-danger">Sorry, I couldn't process that.</p>
      <Button type="submit" name="intent" value="again" variant="secondary" data-pending="Thinking...">
        Try again
      </Button>
    </form>
  );
}

function Answer({
  message,
  action,
  reply,
}: {
  message: ShownMessage;
  action: string;
  reply: FormReply | undefined;
}) {
  const { id, text, citations, rating } = message;
  return (
    <div className="grid grid-cols-1 gap-4 wrap-anywhere">
      <h2 className="sr-only">The assistant</h2>
      <MessageText text={text} sources={citations} />
      <Sources sources={citations} />
      <ProposedTicket message={message} action={action} reply={reply} />
      <form method="post" action={action} className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="messageId" value={id} />
        <RatingButton value={1} isChosen={rating === 1}>
          Helpful
        </RatingButton>
        <RatingButton value={-1} isChosen={rating === -1}>
          Not helpful
        </RatingButton>
      </form>
    </div>
  );
}

/** A press on the one that is chosen takes it back. */
function RatingButton({ value, isChosen, children }: { value: 1 | -1; isChosen: boolean; children: string }) {
  return (
    <button
      type="submit"
      name="intent"
      value={`rate${isChosen ? 0 : value}`}
      aria-pressed={isChosen}
      className="inline-flex min-h-9 cursor-pointer items-center rounded-full border border-line-strong px-3.5 text-sm text-muted hover:border-accent hover:text-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
    >
      {children}
    </button>
  );
}

function Sources({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return null;
  return (
    <section className="grid gap-2 rounded-card border border-line bg-surface px-4 py-3">
      <h3 className="font-sans text-sm font-semibold text-muted">Read on</h3>
      <ol className="grid gap-1">
        {sources.map((source) => (
          <li key={source.number} className="grid grid-cols-[1.5rem_minmax(0,1fr)] text-sm">
            <span aria-hidden="true" className="pt-0.5 text-muted">
              {source.number}
            </span>
            <span className="grid">
              <Link to={source.path} className="link inline-flex min-h-6 items-center justify-self-start">
                {sourceName(source)}
              </Link>
              <span className="text-muted">
                {[source.heading ? source.title : '', source.place].filter(Boolean).join(' \u00b7 ')}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
