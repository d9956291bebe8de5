import type { ShownThread } from '#app/domain/talk/community/thread-page.server.ts';
import { Post } from '#app/routes/community/post.tsx';
import { pagePart } from '#app/routes/http/page-text.server.ts';
import { Link } from '#app/ui/link.tsx';
import { ListWays, type Ways } from '#app/ui/list-pagination.tsx';

interface Shown {
  thread: ShownThread;
  /** The thread's address. */
  path: string;
  ways: Ways;
  mayModerate: boolean;
}

/** The posts of a thread as HTML, with links and plain forms alone: what stands above its replies, on its first page, and these. */
export function renderThreadParts(request: Request, { thread, path, ways, mayModerate }: Shown) {
  const { replyCount, opening, accepted, replies } = thread;
  const shared = { path, mayAccept: thread.isOwn, mayModerate };
  const answer = thread.isFirst ? accepted : null;
  return {
    above: thread.isFirst
      ? pagePart(
          request,
          <div className="grid grid-cols-1 gap-8">
            <Post post={opening} {...shared} />
            {answer ? (
              <section aria-labelledby="answer" className="grid grid-cols-1 gap-3">
                <h2 id="answer" className="text-2xl">
                  The answer
                </h2>
                <Post post={answer} {...shared} />
              </section>
            ) : null}
          </div>,
        )
      : null,
    replies: pagePart(
      request,
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="replies" className="text-2xl">
            {countInWords(replyCount - (answer ? 1 : 0), answer !== null)}
          </h2>
          {ways.next ? (
            <Link to={`${path}?last#replies`} className="link inline-flex min-h-11 items-center text-sm">
              To the newest
            </Link>
          ) : null}
        </div>
        <ol className="grid grid-cols-1 gap-3">
          {replies
            .filter(({ id }) => id !== answer?.id)
            .map((post) => (
              <li key={post.id}>
                <Post post={post} {...shared} />
              </li>
            ))}
        </ol>
        {replyCount === 0 ? (
          <p className="text-muted">Be the first to answer. If you have solved this before, share how.</p>
        ) : null}
        <ListWays {...ways} />
      </div>,
    ),
  };
}

/** How many replies there are, beside the answer where that stands above them. */
function countInWords(count: number, isBesideAnswer: boolean): string {
  const other = isBesideAnswer ? 'other ' : '';
  if (count === 0) return isBesideAnswer ? 'No other replies' : 'No replies yet';
  return count === 1 ? `1 ${other}reply` : `${count.toLocaleString('en-US')} ${other}replies`;
}
