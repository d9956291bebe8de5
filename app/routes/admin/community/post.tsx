import { data } from 'react-router';
import { moderate, moderationSchema } from '#app/domain/talk/community/moderation.server.ts';
import { findModerated } from '#app/domain/talk/community/moderation-list.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { MemberText } from '#app/ui/member-text.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/post';

// Suspending wants more than this: the command asks.
export const middleware: Route.MiddlewareFunction[] = [allow('community:read', 'community:moderate')];

const queue = '/admin/community';

const said = {
  remove: 'The post is removed, and its author told.',
  restore: 'The post is back, and its author told.',
  leave: 'The reports are done with.',
  suspend: 'They can no longer post. We notified them.',
  allow: 'They can post again. We notified them.',
} as const;

const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
const noPost = () => data('There is no such post.', { status: 404 });

export async function loader({ params, context }: Route.LoaderArgs) {
  const post = isId(params.postId) ? await findModerated(params.postId) : null;
  if (!post) throw noPost();
  return { post, maySuspend: may(context, 'community:suspend') };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  if (!isId(params.postId)) throw noPost();
  const values = parseForm(form, moderationSchema);
  const { intent } = values;
  await moderate(actorOf(context), params.postId, values);
  const isDone = intent === 'remove' || intent === 'leave';
  return redirectWithFlash(isDone ? queue : `${queue}/posts/${params.postId}`, said[intent]);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'A post')];

type Props = Route.ComponentProps;
type Post = Props['loaderData']['post'];

export default function ModeratePost({ loaderData: { post, maySuspend }, actionData }: Props) {
  const { author, reports, removedAt, deletedAt } = post;
  const intent = (actionData?.lastResult.initialValue as Record<string, unknown> | undefined)?.intent;
  // The form itself says what was wrong with it, where it is still there to be sent.
  const isShown =
    (intent === 'remove' && !removedAt && !deletedAt) ||
    (intent === 'suspend' && author !== null && !author.isSuspended);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb crumbs={[{ to: queue, label: 'Community' }]} current="A post" />
      <PageHeading title={post.title}>
        {author ? (
          <>
            <Link to={`/admin/users/${author.id}`} className="link">
              <bdi>{author.name}</bdi>
            </Link>{' '}
            (@{author.handle}),{' '}
          </>
        ) : (
          'A former member, '
        )}
        <Moment at={post.createdAt} />
        {post.editedAt ? ', edited' : ''}.
      </PageHeading>
      {isShown ? null : <FormErrors id="moderation-error" errors={actionData?.lastResult.error?.['']} />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="grid grid-cols-1 gap-6">
          <article className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4">
            <p className="flex flex-wrap gap-2">
              {removedAt ? (
                <Badge tone="danger">
                  Removed: <bdi>{post.removedReason}</bdi>
                </Badge>
              ) : null}
              {deletedAt ? <Badge>Deleted by its author</Badge> : null}
              {author?.isSuspended ? <Badge tone="warn">Author may not post</Badge> : null}
            </p>
            <MemberText html={post.html} />
            {post.isOnPage ? (
              <Link
                to={`/community/posts/${post.id}`}
                className="link inline-flex min-h-9 items-center text-sm"
              >
                See it in its thread
              </Link>
            ) : null}
          </article>
          <Reports reports={reports} />
        </div>
        <div className="grid gap-4">
          {reports.some(({ isWaiting }) => isWaiting) ? (
            <form method="post" className="grid gap-2 rounded-card border border-line bg-surface p-4">
              <p className="text-sm">Nothing is wrong with it.</p>
              <div>
                <SubmitButton intent="leave" variant="secondary" pendingLabel="Saving...">
                  Leave it
                </SubmitButton>
              </div>
            </form>
          ) : null}
          <AboutPost post={post} reply={intent === 'remove' ? actionData : undefined} />
          {maySuspend && author && !author.isAdmin ? (
            <AboutAuthor
              isSuspended={author.isSuspended}
              reply={intent === 'suspend' ? actionData : undefined}
            />
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Reports({ reports }: Pick<Post, 'reports'>) {
  return (
    <section aria-labelledby="reports" className="grid gap-3">
      <h2 id="reports" className="text-xl">
        {reports.length === 0 ? 'No reports' : 'Reports'}
      </h2>
      <ul className="grid gap-2">
        {reports.map(({ reason, note, createdAt, isWaiting }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once, as it is
          <li key={index} className="grid gap-1 rounded-card border border-line bg-surface p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{reason}</span>
              <Badge tone={isWaiting ? 'warn' : 'neutral'}>{isWaiting ? 'Waits' : 'Done with'}</Badge>
            </p>
            {note ? (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {note}
              </p>
            ) : null}
            <p className="text-xs text-muted">
              <Moment at={createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const boxClass = 'grid gap-3 rounded-card border border-line bg-surface p-4';

/** What is taken back without a reason: its words, and the button that does it. */
function TakeBack({ text, intent, button }: { text: string; intent: 'restore' | 'allow'; button: string }) {
  return (
    <form method="post" className={boxClass}>
      <p className="text-sm">{text}</p>
      <div>
        <SubmitButton intent={intent} variant="secondary" pendingLabel="Saving...">
          {button}
        </SubmitButton>
      </div>
    </form>
  );
}

/** What its author is told the reason of. */
function WithReason({
  intent,
  label,
  hint,
  button,
  pendingLabel,
  reply,
}: {
  intent: 'remove' | 'suspend';
  label: string;
  hint: string;
  button: string;
  pendingLabel: string;
  reply: FormReply | undefined;
}) {
  const form = formFields<{ reason: string }>(intent, reply);
  return (
    <form method="post" noValidate id={form.id} className={boxClass}>
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField
        {...form.field('reason')}
        label={label}
        hint={hint}
        required
        maxLength={300}
        autoComplete="off"
      />
      <div>
        <SubmitButton intent={intent} variant="danger" pendingLabel={pendingLabel}>
          {button}
        </SubmitButton>
      </div>
    </form>
  );
}

function AboutPost({ post, reply }: { post: Post; reply: FormReply | undefined }) {
  if (post.deletedAt) return null;
  if (post.removedAt)
    return (
      <TakeBack text={`Its author reads: ${post.removedReason}`} intent="restore" button="Put it back" />
    );
  return (
    <WithReason
      intent="remove"
      label="Why it is removed"
      hint="The author reads this, and it stays in the audit log. Don't name anyone."
      button="Remove the post"
      pendingLabel="Removing..."
      reply={reply}
    />
  );
}

function AboutAuthor({ isSuspended, reply }: { isSuspended: boolean; reply: FormReply | undefined }) {
  if (isSuspended)
    return (
      <TakeBack text="The author is suspended from posting." intent="allow" button="Let them post again" />
    );
  return (
    <WithReason
      intent="suspend"
      label="Why they may not post"
      hint="They read this, and go on reading the community."
      button="Keep them from posting"
      pendingLabel="Saving..."
      reply={reply}
    />
  );
}
