import { type EditForm, editSchema } from '#app/domain/talk/community/forms.server.ts';
import { bodyLength, titleLength } from '#app/domain/talk/community/posting-rules.server.ts';
import { editPost, findOwnPost } from '#app/domain/talk/community/posts.server.ts';
import { PostFields, Preview, previewOf } from '#app/routes/community/post-form.tsx';
import { idOf } from '#app/routes/community/post-id.ts';
import { previewForm } from '#app/routes/community/preview.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/edit-post';

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = idOf(params.postId);
  try {
    return {
      post: await findOwnPost(context.get(memberContext), id),
      id,
      limits: { titleLength, bodyLength },
    };
  } catch (error) {
    return throwAsResponse(error);
  }
}

/** Changes one's own post, or shows how it would look. */
export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const id = idOf(params.postId);
  if (form.get('intent') === 'preview') return previewForm(viewer, form);
  await editPost(viewer, id, parseForm(form, editSchema));
  return redirectWithFlash(`/community/posts/${id}`, 'Your post is changed.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit your post')];

export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  const { post, id, limits } = loaderData;
  const form = formFields<EditForm>('edit', actionData, { body: post.body, title: post.title });
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb
          crumbs={[
            { to: '/community', label: 'Community' },
            { to: `/community/threads/${post.threadId}`, label: post.title },
          ]}
          current="Edit"
        />
        <div className="grid gap-2">
          <h1>Edit your post</h1>
          <p className="text-muted">The post is marked as edited, and earlier versions stay visible.</p>
        </div>
      </header>
      <form method="post" action={`/community/posts/${id}/edit`} id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        {post.isOpening ? (
          <TextField
            {...form.field('title')}
            label="What is it about?"
            required
            maxLength={limits.titleLength}
            autoComplete="off"
          />
        ) : null}
        <Preview html={previewOf(actionData)} />
        <PostFields
          field={form.field('body')}
          label="Your post"
          rows={10}
          maxLength={limits.bodyLength}
          send={{ intent: 'save', label: 'Save' }}
          sending="Saving..."
        />
      </form>
    </div>
  );
}
