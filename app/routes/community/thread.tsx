import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { z } from 'zod';
import { readNotificationsOf } from '#app/domain/core/notifications/list.server.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { communityCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { type ReplyForm, replySchema } from '#app/domain/talk/community/forms.server.ts';
import { bodyLength, requireCommunity } from '#app/domain/talk/community/posting-rules.server.ts';
import { deletePost, setAccepted, setHelpful } from '#app/domain/talk/community/posts.server.ts';
import { findThread } from '#app/domain/talk/community/thread-page.server.ts';
import { reply, setFollowed } from '#app/domain/talk/community/threads.server.ts';
import { topicTitle } from '#app/domain/talk/community/topics.server.ts';
import { Manners, PostingConditions } from '#app/routes/community/house-rules.tsx';
import { PostFields, Preview, previewOf } from '#app/routes/community/post-form.tsx';
import { previewForm } from '#app/routes/community/preview.server.ts';
import { renderThreadParts } from '#app/routes/community/thread-parts.server.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { adminBehindContext, memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, readAction, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import { waysOf } from '#app/ui/list-pagination.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/thread';

const noThread = () => data('This thread no longer exists.', { status: 404 });

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  try {
    requireCommunity(viewer);
  } catch (error) {
    throwAsResponse(error);
  }
  const id = idIn(params.threadId);
  const query = url.searchParams;
  const thread =
    id && (await findThread(viewer, id, { place: readPlace(query), from: idIn(query.get('from')) }));
  if (!thread) throw noThread();
  // What leads here is read; an admin who looks on reads nothing for its owner.
  if ((viewer.unreadCount ?? 0) > 0 && !context.get(adminBehindContext))
    await readNotificationsOf(viewer.id, [`thread:${id}`, `mention:${id}`]);
  const path = `/community/threads/${id}`;
  return {
    thread: { id, title: thread.title, isFollowed: thread.isFollowed, suspendedFor: thread.suspendedFor },
    parts: renderThreadParts(request, {
      thread,
      ways: { ...waysOf(path, '', thread), first: thread.isFirst ? null : path },
      path,
      mayModerate: viewer.adminLevel !== null,
    }),
    topic: { slug: thread.topic, title: topicTitle(thread.topic) },
    path,
    copy: { manners: communityCopy().manners },
    isVerified: viewer.isEmailVerified,
    formKey: randomUUID(),
    bodyLength,
  };
}

const choiceSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['follow', 'unfollow']) }),
  z.object({
    intent: z.enum(['helpful', 'not_helpful', 'accept', 'not_accepted', 'delete']),
    post: z.uuid(),
  }),
]);

/** What is done by one press; each answers what is said of it. */
async function choose(
  viewer: Parameters<typeof reply>[0],
  threadId: string,
  asked: z.output<typeof choiceSchema>,
): Promise<{ to: string; said: string }> {
  const thread = `/community/threads/${threadId}`;
  switch (asked.intent) {
    case 'follow':
    case 'unfollow':
      await setFollowed(viewer, threadId, asked.intent === 'follow');
      return {
        to: thread,
        said:
          asked.intent === 'follow'
            ? 'We notify you when someone replies.'
            : 'We no longer notify you about this thread.',
      };
    case 'delete': {
      const left = await deletePost(viewer, asked.post);
      return { to: left === null ? '/community' : thread, said: 'Your post is deleted.' };
    }
    case 'helpful':
    case 'not_helpful':
      await setHelpful(viewer, asked.post, asked.intent === 'helpful');
      return {
        to: `/community/posts/${asked.post}`,
        said:
          asked.intent === 'helpful'
            ? 'Thank you: its author sees that.'
            : 'You no longer mark this as helpful.',
      };
    default:
      await setAccepted(viewer, asked.post, asked.intent === 'accept');
      return {
        to: thread,
        said:
          asked.intent === 'accept'
            ? 'That reply is marked as the answer.'
            : 'That reply is no longer marked as the answer.',
      };
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const viewer = context.get(memberContext);
  const threadId = idIn(params.threadId);
  if (threadId === null) throw noThread();
  const form = await readForm(request);
  const intent = form.get('intent');
  if (intent === 'preview') return previewForm(viewer, form);
  if (intent === 'reply') {
    return refuseInForm(form, async () => {
      const id = await reply(viewer, threadId, parseForm(form, replySchema));
      return redirectWithFlash(`/community/posts/${id}`, 'Your reply is posted.');
    });
  }
  const choice = readAction(form, choiceSchema);
  try {
    const { to, said } = await choose(viewer, threadId, choice);
    return redirectWithFlash(to, said);
  } catch (error) {
    return throwAsResponse(error);
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.thread.title ?? 'Community'),
];

export default function Thread({ loaderData, actionData }: Route.ComponentProps) {
  const { thread, topic, path, parts } = loaderData;
  const { isFollowed, suspendedFor } = thread;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb
          crumbs={[
            { to: '/community', label: 'Community' },
            { to: `/community?topic=${topic.slug}`, label: topic.title },
          ]}
          current={thread.title}
        />
        <div className="grid gap-4">
          <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
            {thread.title}
          </h1>
          <form method="post" action={path}>
            <SubmitButton
              intent={isFollowed ? 'unfollow' : 'follow'}
              variant="secondary"
              pendingLabel="Saving..."
            >
              {isFollowed ? 'Stop following' : 'Follow'}
            </SubmitButton>
          </form>
        </div>
      </header>
      {parts.above ? <LinksFromServer part={parts.above} /> : null}
      {/* Renewed where scripts run, when somebody has replied (app/ui/script/live). */}
      <p id="reply-list-said" role="status" className="text-sm text-muted empty:hidden" />
      <section id="reply-list" data-live={`thread:${thread.id}`} aria-labelledby="replies">
        <LinksFromServer part={parts.replies} />
      </section>
      {suspendedFor === null ? (
        <Reply loaderData={loaderData} reply={actionData} />
      ) : (
        <Notice tone="warn">You cannot post for now. A moderator’s reason: {suspendedFor}</Notice>
      )}
    </div>
  );
}

type Props = Route.ComponentProps;

function Reply({ loaderData, reply }: { loaderData: Props['loaderData']; reply: Props['actionData'] }) {
  const { path, formKey, bodyLength: maxLength, copy, isVerified } = loaderData;
  const form = formFields<ReplyForm>('reply', reply);
  return (
    <section aria-labelledby="reply-title" className="grid grid-cols-1 gap-4 border-t border-line pt-8">
      <h2 id="reply-title" className="text-2xl">
        Your reply
      </h2>
      <Manners copy={copy} />
      <PostingConditions isVerified={isVerified} newcomersUntil={null} />
      <form method="post" action={`${path}#reply`} id={form.id} className="grid gap-4">
        <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
        <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
        <Preview html={previewOf(reply)} />
        <PostFields
          field={form.field('body')}
          label="What do you want to say?"
          maxLength={maxLength}
          send={{ intent: 'reply', label: 'Reply' }}
          sending="Posting..."
        />
      </form>
    </section>
  );
}
