import type { countPast, ImportPastForm } from '#app/domain/selling/past-payments/importing.server.ts';
import { countOf } from '#app/routes/admin/count-of.ts';
import { replyTo } from '#app/routes/admin/payments/adopt/reply.ts';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

type Past = Awaited<ReturnType<typeof countPast>>;

/** Brings along what was paid before the adoption, says how far that is, and takes it back. */
export function PastPayments({ past, reply }: { past: Past; reply: FormReply | undefined }) {
  const form = formFields<ImportPastForm>('import-past', replyTo(reply, 'import-past'));
  return (
    <section aria-labelledby="past" className="grid grid-cols-1 gap-4">
      <h2 id="past" className="text-xl">
        5. Import past payments
      </h2>
      <p className="max-w-prose text-sm text-muted">
        We read what people paid for their subscriptions before you adopted them, and show it to you and to
        them as history. It gets no new receipts, earns no commission, counts in no report and emails nobody.
      </p>
      <Progress past={past} />
      <Card className="max-w-3xl">
        <form method="post" noValidate id={form.id} className="grid gap-4">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ReasonField {...form.field('reason')} required />
          <SubmitButton
            intent="import-past"
            variant={past.asked === 0 ? 'primary' : 'secondary'}
            pendingLabel="Starting..."
            className="justify-self-start"
          >
            {past.asked === 0
              ? `Import past payments of ${countOf(past.adopted, 'subscription')}`
              : 'Import again'}
          </SubmitButton>
        </form>
      </Card>
      {past.asked > 0 ? <RemovePast past={past} reply={reply} /> : null}
    </section>
  );
}

function Progress({ past: { asked, waiting, problems, payments } }: { past: Past }) {
  if (asked === 0) return null;
  const readCount = asked - waiting - problems;
  return (
    <div className="grid gap-1 text-sm">
      <p>
        {`${countOf(payments, 'past payment')} imported, from ${countOf(readCount, 'subscription')} of ${asked.toLocaleString('en-US')}.`}
        {waiting > 0 ? ' The import is running. Refresh this page to see how far it is.' : null}
      </p>
      {problems > 0 ? (
        <p>
          {`The provider did not give us the payments of ${countOf(problems, 'subscription')}. Import again to try them once more.`}
        </p>
      ) : null}
    </div>
  );
}

function RemovePast({ past, reply }: { past: Past; reply: FormReply | undefined }) {
  const form = formFields<ImportPastForm>('remove-past', replyTo(reply, 'remove-past'));
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate id={form.id} className="grid gap-4">
        <FormErrors id={form.errorId} errors={form.errors} />
        <div className="grid gap-1">
          <h3 className="text-lg">Undo the import</h3>
          <p className="text-sm text-muted">
            Removes the past payments here. Subscriptions, and everything paid since, stay.
          </p>
        </div>
        <ReasonField {...form.field('reason')} required />
        <SubmitButton
          intent="remove-past"
          variant="danger"
          pendingLabel="Removing..."
          className="justify-self-start"
        >
          {`Remove ${countOf(past.payments, 'past payment')}`}
        </SubmitButton>
      </form>
    </Card>
  );
}
