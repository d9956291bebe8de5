import type { ReactNode } from 'react';
import type { ListedConversation } from '#app/domain/assistant/conversations.server.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Chevron, Download } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface FrameProps {
  conversations: ListedConversation[];
  /** The id to go on from, where there are more. */
  next: string | null;
  currentId: string | null;
  children: ReactNode;
}

/** The assistant's pages: the conversations beside the one that is open, or above it where there is no room. */
export function AssistantFrame({ children, ...list }: FrameProps) {
  return (
    <div className="page grid gap-6 py-6 sm:py-10 lg:grid-cols-[16rem_minmax(0,1fr)] lg:items-start lg:gap-12">
      <aside aria-label="Conversations" className="grid gap-4 lg:sticky lg:top-8">
        <details className="group rounded-card border border-line bg-surface lg:hidden">
          <summary className="flex min-h-12 items-center justify-between gap-3 px-4 font-semibold">
            Conversations
            <Chevron />
          </summary>
          <div className="border-t border-line p-2">
            <ConversationList {...list} />
          </div>
        </details>
        <div className="hidden gap-3 lg:grid">
          <h2 className="text-lg">Conversations</h2>
          <ConversationList {...list} />
        </div>
      </aside>
      <div className="grid max-w-3xl grid-cols-1 gap-8">{children}</div>
    </div>
  );
}

const itemClass =
  'flex min-h-11 items-center gap-3 rounded-control px-2.5 text-sm no-underline hover:bg-sunken';

function ConversationList({ conversations, next, currentId }: Omit<FrameProps, 'children'>) {
  return (
    <nav aria-label="Conversations" className="grid gap-1">
      <Link to="/assistant" className={classNames(itemClass, 'font-semibold text-accent')}>
        New conversation
      </Link>
      <ul className="grid">
        {conversations.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`/assistant/${id}`}
              aria-current={id === currentId ? 'page' : undefined}
              className={classNames(
                itemClass,
                'justify-between',
                id === currentId && 'bg-sunken font-semibold',
              )}
            >
              <bdi className="min-w-0 truncate">{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {next ? (
        <Link to={`/assistant?before=${next}`} className={classNames(itemClass, 'text-accent')}>
          Earlier conversations
        </Link>
      ) : null}
      {conversations.length > 0 ? (
        <a href="/assistant/export" download className={classNames(itemClass, 'text-accent')}>
          <Download className="size-4.5" /> Download all (JSON)
        </a>
      ) : null}
    </nav>
  );
}
