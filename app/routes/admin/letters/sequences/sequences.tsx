import { listBuiltInSequences } from '#app/domain/operating/sequences/built-in.server.ts';
import { listSequences } from '#app/domain/operating/sequences/sequence-list.server.ts';
import { addSequence, newSequenceSchema } from '#app/domain/operating/sequences/sequences.server.ts';
import { addWinBackSequence } from '#app/domain/operating/sequences/win-back.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { SequenceStateBadge } from '#app/routes/admin/letters/sequences/sequence-state.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/sequences';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const path = '/admin/letters/sequences';

export async function loader() {
  const [rows, builtIn] = await Promise.all([listSequences(), listBuiltInSequences()]);
  return { rows, builtIn };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  if (form.get('intent') === 'win-back') {
    const id = await addWinBackSequence(actor);
    return redirectWithFlash(
      `${path}/${id}`,
      'A draft with three emails is ready. Read them, then turn it on.',
    );
  }
  const id = await addSequence(actor, parseForm(form, newSequenceSchema));
  return redirectWithFlash(`${path}/${id}/edit`, 'The draft is saved. Now choose what starts it.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Sequences')];

const counted = (count: number) => count.toLocaleString('en-US');

export default function Sequences({ loaderData: { rows, builtIn }, actionData }: Route.ComponentProps) {
  const isWinBack = actionData?.lastResult.initialValue?.intent === 'win-back';
  const form = formFields<{ name: string }>('new-sequence', isWinBack ? undefined : actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/letters', label: 'Letters' }]} current="Sequences" />
      <PageHeading title="Sequences">
        Emails that follow an event, one after the other. A person is in a sequence once at a time and leaves
        it when they reach its goal.
      </PageHeading>
      <Card className="p-4! sm:p-5!">
        <form method="post" action={path} id={form.id} className="grid gap-3">
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('name')}
            label="Name of a new sequence"
            required
            maxLength={80}
            autoComplete="off"
            beside={<SubmitButton pendingLabel="Saving...">Create sequence</SubmitButton>}
          />
        </form>
      </Card>
      {rows.length === 0 ? (
        <EmptyState title="No sequences of your own yet">
          Name one above, then choose what starts it and add its emails.
        </EmptyState>
      ) : (
        <DataTable
          caption="Your sequences"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Name',
              cell: ({ id, name }) => (
                <Link to={`${path}/${id}`} className="link wrap-anywhere">
                  {name}
                </Link>
              ),
            },
            {
              label: 'Starts when',
              cell: ({ startsWhen }) => <span className="wrap-anywhere">{startsWhen}</span>,
            },
            { label: 'State', cell: ({ state }) => <SequenceStateBadge state={state} /> },
            { label: 'Emails', cell: ({ steps }) => counted(steps), isFigure: true },
            { label: 'In it now', cell: ({ people }) => counted(people), isFigure: true },
          ]}
        />
      )}
      <section aria-labelledby="built-in" className="grid grid-cols-1 gap-3">
        <h2 id="built-in" className="text-xl">
          Built-in sequences
        </h2>
        <p className="text-sm text-muted">These run automatically. The table says where to edit each one.</p>
        <FormErrors id="win-back-error" errors={isWinBack ? actionData?.lastResult.error?.[''] : undefined} />
        <DataTable
          caption="Figures of built-in sequences"
          rows={builtIn}
          keyOf={({ name }) => name}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            { label: 'Starts when', cell: ({ startsWhen }) => startsWhen },
            { label: 'Figures', cell: ({ figures }) => figures },
            {
              label: 'Where to edit',
              cell: ({ edit }) =>
                edit.kind === 'link' ? (
                  <Link to={edit.to} className="link">
                    {edit.label}
                  </Link>
                ) : edit.kind === 'text' ? (
                  edit.text
                ) : (
                  <form method="post" action={path}>
                    <SubmitButton intent="win-back" variant="secondary" pendingLabel="Creating...">
                      Create a win-back draft
                    </SubmitButton>
                  </form>
                ),
            },
          ]}
        />
      </section>
    </div>
  );
}
