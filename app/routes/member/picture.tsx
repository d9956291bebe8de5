import { removePicture, setPicture } from '#app/domain/people/accounts/picture.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refuseInForm, unknownAction } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/picture';

export function loader({ context }: Route.LoaderArgs) {
  const { name, email, pictureId } = context.get(memberContext);
  return { name: name || email, pictureId };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id } = context.get(memberContext);
  const { form, files } = await readFormWithFiles(request);
  return refuseInForm(form, async () => {
    switch (form.get('intent')) {
      case 'save':
        await setPicture(id, files[0]?.bytes ?? new Uint8Array());
        return redirectWithFlash('/profile', 'That is your picture from now on.');
      case 'remove':
        await removePicture(id);
        return redirectWithFlash('/profile', 'Your initials are shown again.');
      default:
        throw unknownAction();
    }
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Your picture')];

export default function Picture({ loaderData: { name, pictureId }, actionData }: Route.ComponentProps) {
  const form = formFields<{ files: unknown }>('picture', actionData);
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile', label: 'Profile' }]} current="Your picture" />
        <div className="grid gap-2">
          <h1>Your picture</h1>
          <p className="text-muted">
            Other members see it beside your name in the community. Without one they see your initials.
          </p>
        </div>
      </header>
      <Card>
        <div className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8">
          <Avatar name={name} pictureId={pictureId} size="large" />
          <div className="grid gap-5">
            <form method="post" noValidate id={form.id} encType="multipart/form-data" className="grid gap-5">
              <FormErrors id={form.errorId} errors={form.errors} />
              <FileField
                id="picture-files"
                name="files"
                errors={form.field('files').errors}
                label="Picture"
                hint="JPEG, PNG, GIF or WebP, 5 MB at most. We keep a small square of its middle, without the place it was taken at."
                accept="image/jpeg,image/png,image/gif,image/webp"
                required
              />
              <div className="flex flex-wrap gap-3">
                <SubmitButton intent="save" pendingLabel="Saving...">
                  {pictureId ? 'Use this one instead' : 'Use this picture'}
                </SubmitButton>
                <ButtonLink variant="secondary" to="/profile">
                  Cancel
                </ButtonLink>
              </div>
            </form>
            {pictureId ? (
              <form method="post" className="border-t border-line pt-5">
                <SubmitButton intent="remove" variant="danger" pendingLabel="Removing...">
                  Remove my picture
                </SubmitButton>
              </form>
            ) : null}
          </div>
        </div>
      </Card>
    </div>
  );
}
