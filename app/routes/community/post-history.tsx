import { data } from 'react-router';
import { requireCommunity } from '#app/domain/talk/community/posting-rules.server.ts';
import { findHistory } from '#app/domain/talk/community/thread-page.server.ts';
import { idOf } from '#app/routes/community/post-id.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { MemberText } from '#app/ui/member-text.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/post-history';

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    requireCommunity(context.get(memberContext));
  } catch (error) {
    throwAsResponse(error);
  }
  const history = await findHistory(idOf(params.postId));
  if (!history) throw data('This post has not been edited, or no longer exists.', { status: 404 });
  return history;
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'What a post said')];

export default function PostHistory({ loaderData: { threadId, title, versions } }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb
          crumbs={[
            { to: '/community', label: 'Community' },
            { to: `/community/threads/${threadId}`, label: title },
          ]}
          current="Edits"
        />
        <h1>What this post said</h1>
      </header>
      <ol className="grid grid-cols-1 gap-3">
        {versions.map(({ html, writtenAt }, index) => (
          <li
            key={writtenAt.getTime()}
            className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 sm:p-5"
          >
            <h2 className="font-sans text-sm font-semibold">
              {index === 0 ? 'Now, since ' : 'Before, from '}
              <Moment at={writtenAt} />
            </h2>
            <MemberText html={html} />
          </li>
        ))}
      </ol>
    </div>
  );
}
