import { seatsText } from '#app/domain/selling/teams/seat-rules.ts';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';

interface InviteFormProps {
  path: string;
  form: ReturnType<typeof formFields<{ emails: string }>>;
  freeCount: number;
}

/** Where people are invited to a team, as many as there are free seats. */
export function InviteForm({ path, form, freeCount }: InviteFormProps) {
  return (
    <section aria-labelledby="invite-title" className="grid gap-4">
      <h2 id="invite-title">Invite people</h2>
      {freeCount === 0 ? (
        <p className="text-muted">No seat is free. Add seats, remove somebody, or withdraw an invitation.</p>
      ) : (
        <form method="post" action={path} id={form.id} noValidate className="grid justify-items-start gap-4">
          <div className="w-full">
            <TextArea
              {...form.field('emails')}
              label="Email addresses"
              hint={`One on each line. ${seatsText(freeCount)} ${freeCount === 1 ? 'is' : 'are'} free.`}
              rows={3}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
          <SubmitButton intent="invite" pendingLabel="Inviting...">
            Send invitations
          </SubmitButton>
          <p className="text-sm text-muted">
            They sign in or create a free account with that address, and never give a card. You see their name
            and when they joined. Their progress stays private unless they share it with you.
          </p>
        </form>
      )}
    </section>
  );
}
