import { randomUUID } from 'node:crypto';
import { communityCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { type ThreadForm, threadSchema } from '#app/domain/talk/community/forms.server.ts';
import {
  bodyLength,
  findLinksFrom,
  requireCommunity,
  titleLength,
} from '#app/domain/talk/community/posting-rules.server.ts';
import { startThread } from '#app/domain/talk/community/threads.server.ts';
import { topics } from '#app/domain/talk/community/topics.server.ts';
import { Manners, PostingConditions } from '#app/routes/community/house-rules.tsx';
import { PostFields, Preview, previewOf } from '#app/routes/community/post-form.tsx';
import { previewForm } from '#app/routes/community/preview.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/new-thread';

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  try {
    requireCommunity(viewer);
  } catch (error) {
    throwAsResponse(error);
  }
  return {
    copy: { manners: communityCopy().manners },
    topics: topics().map(({ slug, title }) => ({ slug, title })),
    initial: {
      topic: url.searchParams.get('topic') ?? '',
      title: (url.searchParams.get('title') ?? '').slice(0, titleLength),
    },
    formKey: randomUUID(),
    isVerified: viewer.isEmailVerified,
    newcomersUntil: await findLinksFrom(viewer),
    limits: { titleLength, bodyLength },
  };
}

/** Starts a thread, or shows how it would look. */
export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  if (form.get('intent') === 'preview') return previewForm(viewer, form);
  const id = await startThread(viewer, parseForm(form, threadSchema));
  return redirectWithFlash(
    `/community/threads/${id}`,
    'Your thread is posted. We notify you when someone replies.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Start a thread')];

export default function NewThread({ loaderData, actionData }: Route.ComponentProps) {
  const { copy, topics: all, initial, formKey, limits, isVerified, newcomersUntil } = loaderData;
  const form = formFields<ThreadForm>('thread', actionData, initial);
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/community', label: 'Community' }]} current="New thread" />
        <h1>Start a thread</h1>
      </header>
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
        <div className="grid gap-4 lg:order-last">
          <Manners copy={copy} />
          <PostingConditions isVerified={isVerified} newcomersUntil={newcomersUntil} />
        </div>
        <form method="post" noValidate action="/community/new" id={form.id} className="grid max-w-2xl gap-5">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
          <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
          <SelectField {...form.field('topic')} label="Topic" required>
            <option value="">Choose one</option>
            {all.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </SelectField>
          <TextField
            {...form.field('title')}
            label="What is it about?"
            hint="One line, the way you would say it out loud."
            required
            maxLength={limits.titleLength}
            autoComplete="off"
          />
          <Preview html={previewOf(actionData)} />
          <PostFields
            field={form.field('body')}
            label="Your post"
            rows={10}
            maxLength={limits.bodyLength}
            send={{ intent: 'post', label: 'Post thread' }}
            sending="Posting..."
          />
        </form>
      </div>
    </div>
  );
}
