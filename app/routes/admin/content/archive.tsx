import { data } from 'react-router';
import { archivePiece, Unpublishable } from '#app/domain/publishing/publish.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { ProblemList } from '#app/routes/admin/content/problem-list.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/archive';

export const middleware: Route.MiddlewareFunction[] = [allow('content:archive')];

export async function loader({ url }: Route.LoaderArgs) {
  const piece = await openPiece(url.searchParams.get('file') ?? '');
  if (!piece?.isOnSite) throw notFound('There is no such piece', { to: contentPath, label: 'Content' });
  const { path, title, seen, shelf } = piece;
  return { path, title, seen, areSlides: shelf.id === 'slides' };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const path = url.searchParams.get('file') ?? '';
  const form = await readForm(request);
  const seen = Number(form.get('seen'));
  const note = String(form.get('note') ?? '')
    .trim()
    .slice(0, 200);
  try {
    await archivePiece(actorOf(context), { path, seen: Number.isSafeInteger(seen) ? seen : -1, note });
    return redirectWithFlash(contentPath, 'It is off the site. Its history can put it back.');
  } catch (error) {
    const refused = refusedForm(form, error);
    const problems = error instanceof Unpublishable ? error.problems : [];
    return data({ ...refused.data, problems }, refused.init ?? undefined);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Take a piece off the site')];

export default function Archive({ loaderData, actionData }: Route.ComponentProps) {
  const { path, title, seen, areSlides } = loaderData;
  const form = formFields<{ note: string }>('archive', actionData);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: pieceAddress(path), label: title },
        ]}
        current="Take it off the site"
      />
      <PageHeading title={`Take ${title} off the site`}>
        {areSlides ? 'The page they are on stays, without them.' : 'Readers get "not found" at its address.'}{' '}
        Progress and marks of members are kept, and its history can put it back.
      </PageHeading>
      {actionData && actionData.problems.length > 0 ? <ProblemList problems={actionData.problems} /> : null}
      <Card>
        <form
          method="post"
          action={`${contentPath}/archive?file=${path}`}
          id={form.id}
          className="grid gap-4"
        >
          <FormErrors id={form.errorId} errors={form.errors} />
          <input type="hidden" name="seen" value={seen} />
          <TextField {...form.field('note')} label="Why" maxLength={200} autoComplete="off" />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger" pendingLabel="Taking it off...">
              Take it off the site
            </SubmitButton>
            <ButtonLink variant="secondary" to={pieceAddress(path)}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
