import {
  addSegment,
  listSegments,
  type SegmentForm,
  segmentSchema,
} from '#app/domain/operating/segments/segments.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { SegmentFields } from '#app/routes/admin/segments/segment-fields.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/segments';

export const middleware: Route.MiddlewareFunction[] = [allow('users:read', 'segments:edit')];

const path = '/admin/users/segments';

export async function loader({ context }: Route.LoaderArgs) {
  const segments = await listSegments();
  return {
    segments: segments.map(({ id, name, isAny, sentences }) => ({ id, name, isAny, sentences })),
    mayEdit: may(context, 'segments:edit'),
  };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const id = await addSegment(actorOf(context), parseForm(form, segmentSchema));
  return redirectWithFlash(`${path}/${id}`, 'The segment is saved. Now add its conditions.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Segments')];

export default function Segments({ loaderData: { segments, mayEdit }, actionData }: Route.ComponentProps) {
  const form = formFields<SegmentForm>('segment', actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/users', label: 'Users' }]} current="Segments" />
      <PageHeading title="Segments">
        A segment is a group of people who meet conditions you save. People join and leave it as they change.
      </PageHeading>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2 xl:items-start">
        {segments.length === 0 ? (
          <EmptyState title="No segments yet">Name one to start. You add its conditions next.</EmptyState>
        ) : (
          <ul className="rounded-card border border-line bg-surface">
            {segments.map(({ id, name, isAny, sentences }) => (
              <li key={id} className="grid gap-1 border-t border-line px-4 py-3 first:border-0">
                <Link to={`${path}/${id}`} className="link font-semibold wrap-anywhere">
                  {name}
                </Link>
                <p className="text-sm text-muted wrap-anywhere">
                  {sentences.length === 0 ? 'Everyone' : sentences.join(isAny ? '; or: ' : '; and: ')}
                </p>
              </li>
            ))}
          </ul>
        )}
        {mayEdit ? (
          <Card className="grid gap-4 p-4! sm:p-5!">
            <h2 className="text-lg">New segment</h2>
            <form method="post" action={path} id={form.id} className="grid gap-4">
              <SegmentFields form={form} />
              <SubmitButton pendingLabel="Saving..." className="justify-self-start">
                Create segment
              </SubmitButton>
            </form>
          </Card>
        ) : null}
      </div>
    </div>
  );
}
