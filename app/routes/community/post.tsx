import type { ShownPost } from '#app/domain/talk/community/thread-page.server.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { MemberText } from '#app/ui/member-text.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface Props {
  post: ShownPost;
  /** Of the thread. */
  path: string;
  /** Whether who looks on says what answers the thread. */
  mayAccept: boolean;
  mayModerate: boolean;
}

/** A post with what can be done with it. */
export function Post({ post, path, mayAccept, mayModerate }: Props) {
  const { id, author, handle, pictureId, isAccepted, isThreadAuthor, isModerator, isOpening, goneBy } = post;
  return (
    <article
      id={`post-${id}`}
      className={classNames(
        'grid scroll-mt-4 grid-cols-1 gap-3 rounded-card border bg-surface p-4 sm:p-5',
        isAccepted ? 'border-good' : 'border-line',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <Avatar name={author ?? ''} pictureId={pictureId} />
        <bdi className="font-semibold wrap-anywhere">{author ?? 'A former member'}</bdi>
        {handle ? <span className="text-muted wrap-anywhere">@{handle}</span> : null}
        {isModerator ? <Badge tone="accent">Team</Badge> : null}
        {isThreadAuthor && !isOpening ? <Badge>Thread author</Badge> : null}
        {isAccepted ? (
          <Badge tone="good">
            <Check className="mr-1 size-3.5" /> Answer
          </Badge>
        ) : null}
        <span className="text-muted">
          <Moment at={post.createdAt} isRelative />
        </span>
        {post.editedAt && goneBy === null ? (
          <Link
            to={`/community/posts/${id}/history`}
            className="link inline-flex min-h-6 items-center text-muted"
          >
            edited
          </Link>
        ) : null}
      </header>
      {goneBy === null ? <MemberText html={post.html} /> : <Gone post={post} />}
      {goneBy === null ? (
        <Actions post={post} path={path} mayAccept={mayAccept} mayModerate={mayModerate} />
      ) : null}
    </article>
  );
}

function Gone({ post: { goneBy, removedReason } }: { post: ShownPost }) {
  return (
    <p className="text-muted italic">
      {goneBy === 'deleted' ? 'Deleted by its author.' : 'Removed by a moderator.'}
      {removedReason === null ? null : ` The reason: ${removedReason}`}
    </p>
  );
}

const pressClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control px-2.5 text-sm font-semibold no-underline hover:bg-sunken hover:text-accent';

function Actions({ post, path, mayAccept, mayModerate }: Props) {
  const { id, isOwn, isOpening, isAccepted, isFoundHelpful, helpfulCount } = post;
  return (
    <footer className="-mx-2.5 -mb-2 flex flex-wrap items-center gap-x-1">
      {isOwn ? (
        helpfulCount > 0 ? (
          <span className="px-2.5 text-sm text-muted">{helpfulCount} found this helpful</span>
        ) : null
      ) : (
        <Press
          path={path}
          post={id}
          intent={isFoundHelpful ? 'not_helpful' : 'helpful'}
          isOn={isFoundHelpful}
        >
          Helpful{helpfulCount > 0 ? ` (${helpfulCount})` : ''}
        </Press>
      )}
      {mayAccept && !isOpening ? (
        <Press path={path} post={id} intent={isAccepted ? 'not_accepted' : 'accept'} isOn={isAccepted}>
          {isAccepted ? 'Not the answer' : 'Mark as answer'}
        </Press>
      ) : null}
      {isOwn ? (
        <>
          <Link to={`/community/posts/${id}/edit`} className={pressClass}>
            Edit
          </Link>
          <details className="group relative">
            <summary className={pressClass}>Delete</summary>
            <form
              method="post"
              action={path}
              className="flex flex-wrap items-center gap-2 px-2.5 pb-2 text-sm"
            >
              <input type="hidden" name="post" value={id} />
              <span>Its words are gone for good.</span>
              <button
                type="submit"
                name="intent"
                value="delete"
                className="min-h-11 cursor-pointer rounded-control border border-danger px-3 font-semibold text-danger hover:bg-danger-soft"
              >
                Delete it
              </button>
            </form>
          </details>
        </>
      ) : (
        <Link to={`/community/posts/${id}/report`} className={classNames(pressClass, 'text-muted')}>
          Report
        </Link>
      )}
      {mayModerate ? (
        <Link to={`/admin/community/posts/${id}`} className={classNames(pressClass, 'text-muted')}>
          Moderate
        </Link>
      ) : null}
    </footer>
  );
}

function Press({
  path,
  post,
  intent,
  isOn,
  children,
}: {
  path: string;
  post: string;
  intent: string;
  isOn: boolean;
  children: React.ReactNode;
}) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="post" value={post} />
      <button
        type="submit"
        name="intent"
        value={intent}
        aria-pressed={isOn}
        className={classNames(pressClass, isOn && 'bg-accent-soft text-accent')}
      >
        {children}
      </button>
    </form>
  );
}
