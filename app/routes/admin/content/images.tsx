import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { altLength, imageAltSchema } from '#app/domain/publishing/image-alt.ts';
import { addImage, removeImage } from '#app/domain/publishing/image-changes.server.ts';
import { type ListedImage, listImages } from '#app/domain/publishing/images.server.ts';
import { imagesPath, sizeInName } from '#app/platform/content/image-names.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { fileSize } from '#app/ui/file-size.ts';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/images';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const path = `${contentPath}/images`;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rows, ...beside } = await listImages(readPlace(url.searchParams));
  return {
    rows: rows.map((image) => ({ ...image, ...(sizeInName(image.name) ?? { width: 0, height: 0 }) })),
    ways: waysOf(path, url.search, beside),
    here: `${path}${url.search}`,
    mayRemove: may(context, 'content:archive'),
    hasConfirmed: hasConfirmed(context),
  };
}

const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), alt: imageAltSchema }),
  z.object({ intent: z.literal('remove'), name: z.string().max(100) }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const { form, files } = await readFormWithFiles(request);
  return refuseInForm(form, async () => {
    const values = parseForm(form, schema);
    if (values.intent === 'remove') {
      await removeImage(actorOf(context), values.name);
      return redirectWithFlash(path, 'The picture is deleted.');
    }
    await addImage(actorOf(context), { files: files.map(({ bytes }) => bytes), alt: values.alt });
    return redirectWithFlash(path, 'The picture is here. Copy its line into a piece.');
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Pictures')];

export default function Images({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, ways, here, mayRemove, hasConfirmed: isConfirmed } = loaderData;
  const form = formFields<{ alt: string; files: unknown; intent: string }>('image', actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: contentPath, label: 'Content' }]} current="Pictures" />
      <PageHeading title="Pictures">
        For courses, guides and other pieces. A picture is drawn anew, without what its file tells of where it
        was taken, and whoever has its address can see it.
      </PageHeading>
      <FormErrors id={form.errorId} errors={form.errors} />
      <Card className="p-4! sm:p-5!">
        <form
          method="post"
          noValidate
          action={path}
          id={form.id}
          encType="multipart/form-data"
          className="grid gap-4 lg:grid-cols-2"
        >
          <FileField
            id="image-files"
            name="files"
            label="New picture"
            hint="JPEG, PNG, GIF or WebP, 5 MB at most."
            errors={form.field('files').errors}
            accept="image/jpeg,image/png,image/gif,image/webp"
            required
          />
          <TextField
            {...form.field('alt')}
            label="What it shows"
            hint="For those who cannot see it: a sentence, no name of the file."
            maxLength={altLength.max}
            autoComplete="off"
            required
          />
          <SubmitButton intent="add" pendingLabel="Sending..." className="justify-self-start">
            Add picture
          </SubmitButton>
        </form>
      </Card>
      {mayRemove && !isConfirmed && rows.some(({ usedBy }) => usedBy.length === 0) ? (
        <ConfirmFirst returnTo={here} what="What pictures there are" />
      ) : null}
      {rows.length === 0 ? (
        <EmptyState title="There are no pictures yet" />
      ) : (
        <ul className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {rows.map((image) => (
            <li key={image.id}>
              <ImageCard image={image} action={here} mayRemove={mayRemove} />
            </li>
          ))}
        </ul>
      )}
      <ListWays {...ways} />
    </div>
  );
}

interface CardProps {
  image: ListedImage & { width: number; height: number };
  action: string;
  mayRemove: boolean;
}

function ImageCard({ image, action, mayRemove }: CardProps) {
  const { name, alt, width, height, byteCount, createdAt, author, usedBy } = image;
  return (
    <Card className="grid gap-3 p-4!">
      <img
        src={`${imagesPath}${name}`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="h-44 w-full rounded-control bg-sunken object-contain"
      />
      <p className="text-sm text-muted">
        {width} × {height}, {fileSize(byteCount)}, <Moment at={createdAt} />
        {author?.name ? (
          <>
            {' '}
            by <bdi>{author.name}</bdi>
          </>
        ) : null}
      </p>
      <CopyField
        id={`image-${image.id}`}
        label="Its line for a piece"
        value={`![${alt}](${imagesPath}${name})`}
        copiedMessage="The line is copied."
        button="Copy"
      />
      {usedBy.length > 0 ? (
        <p className="text-sm wrap-anywhere">
          In{' '}
          {usedBy.map((piece, index) => (
            <span key={piece}>
              {index > 0 ? ', ' : ''}
              <Link to={pieceAddress(piece)} className="link">
                {piece}
              </Link>
            </span>
          ))}
        </p>
      ) : mayRemove ? (
        <form method="post" action={action} className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-sm text-muted">In no piece yet</span>
          <input type="hidden" name="name" value={name} />
          <SubmitButton
            intent="remove"
            variant="danger"
            pendingLabel="Deleting..."
            aria-label={`Delete the picture: ${alt}`}
          >
            Delete
          </SubmitButton>
        </form>
      ) : null}
    </Card>
  );
}
