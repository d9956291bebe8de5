import { randomUUID } from 'node:crypto';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { addCourseLetter } from '#app/domain/operating/letters/course-letter.server.ts';
import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import { addLetter, listLetters } from '#app/domain/operating/letters/letters.server.ts';
import { courseLetterSchema, newLetterSchema } from '#app/domain/operating/letters/schemas.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { LetterStateBadge } from '#app/routes/admin/letters/letter-state.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/letters';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const path = '/admin/letters';

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listLetters(readPlace(url.searchParams));
  return {
    rows,
    ways: waysOf(path, url.search, beside),
    // Sent with the form: however often it is sent, it makes one draft.
    formKey: randomUUID(),
  };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  if (form.get('intent') === 'course') {
    const id = await addCourseLetter(actorOf(context), parseForm(form, courseLetterSchema));
    return redirectWithFlash(`${path}/${id}`, 'Draft written. Edit it, then check and send it.');
  }
  const id = await addLetter(actorOf(context), parseForm(form, newLetterSchema));
  return redirectWithFlash(`${path}/${id}`, 'The draft is saved. Now write the letter.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Letters')];

export default function Letters({ loaderData: { rows, ways, formKey }, actionData }: Route.ComponentProps) {
  const form = formFields<{ subject: string; formKey: string }>('new-letter', actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading
        title="Letters"
        actions={
          <>
            <ButtonLink variant="secondary" to={`${path}/sequences`}>
              Sequences
            </ButtonLink>
            <ButtonLink variant="secondary" to="/admin/users/segments">
              Segments
            </ButtonLink>
            <ButtonLink variant="secondary" to={`${path}/suppressions`}>
              Suppression list
            </ButtonLink>
            <ButtonLink variant="secondary" to={`${path}/sender`}>
              Sender’s domain
            </ButtonLink>
          </>
        }
      >
        Emails to many people at once: write one, choose who gets it, check it and send it.
      </PageHeading>
      <Card className="p-4! sm:p-5!">
        <form method="post" action={path} id={form.id} className="grid gap-3">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
          <input type="hidden" name="formKey" value={formKey} />
          <TextField
            {...form.field('subject')}
            label="Subject of a new letter"
            required
            maxLength={150}
            autoComplete="off"
            beside={<SubmitButton pendingLabel="Saving...">Start a draft</SubmitButton>}
          />
        </form>
      </Card>
      {rows.length === 0 ? (
        <EmptyState title="No letters yet">
          Start one with its subject above. To write to members who haven’t started a course, open the course
          under Content and choose “Email members who haven’t started”.
        </EmptyState>
      ) : (
        <DataTable
          caption="Letters"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Subject',
              cell: ({ id, subject }) => (
                <Link to={`${path}/${id}`} className="link wrap-anywhere">
                  {subject}
                </Link>
              ),
            },
            { label: 'Kind', cell: ({ kind }) => letterKindName(kind) },
            { label: 'State', cell: ({ state }) => <LetterStateBadge state={state} /> },
            { label: 'Scheduled for', cell: ({ sendAt }) => (sendAt ? <Moment at={sendAt} /> : null) },
            { label: 'Started', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
