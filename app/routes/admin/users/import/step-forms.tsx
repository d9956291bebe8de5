import type { ImportDetail } from '#app/domain/operating/imports/listing.server.ts';
import type { StartImportForm } from '#app/domain/operating/imports/steps.server.ts';
import { countPeople } from '#app/routes/admin/count-of.ts';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CheckboxField } from '#app/ui/field.tsx';

interface StartProps {
  file: ImportDetail;
  mayGiveRoles: boolean;
  reply: FormReply | undefined;
}

/** Starts the import of a file that was checked. */
export function StartForm({ file, mayGiveRoles, reply }: StartProps) {
  const form = formFields<StartImportForm>('start', reply);
  const { newCount, changedCount, raisedCount } = file;
  const asksForRoles = mayGiveRoles && raisedCount > 0;
  if (newCount + changedCount + (asksForRoles ? raisedCount : 0) === 0)
    return <p className="text-sm">Everyone in this file is here already. There is nothing to import.</p>;
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <h2 className="text-xl">Import</h2>
        <p className="text-sm text-muted">
          Nobody is emailed or subscribed to anything, and no password here is replaced. You can undo the
          import for 30 days.
        </p>
        {asksForRoles ? (
          <>
            <CheckboxField
              id="start-givesRoles"
              name="givesRoles"
              errors={form.field('givesRoles').errors}
              defaultChecked={form.field('givesRoles').defaultValue === 'on'}
              label={`Give ${countPeople(raisedCount)} the higher role or commission rate that the file says`}
            />
            <ReasonField {...form.field('reason')} />
          </>
        ) : null}
        <SubmitButton intent="start" pendingLabel="Starting..." className="justify-self-start">
          {newCount > 0 ? `Import ${countPeople(newCount)}` : 'Fill in what is empty'}
        </SubmitButton>
      </form>
    </Card>
  );
}
