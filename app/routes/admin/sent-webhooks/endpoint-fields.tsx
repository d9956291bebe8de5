import { type EventKind, eventFamilies } from '#app/domain/operating/devops/webhooks/kinds.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { CheckboxField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** The box of a kind of events: names of fields have no dot. */
export const fieldOf = (kind: EventKind): string => kind.replace('.', '_');

/** Address, name and kinds of an endpoint, as its forms ask for them. */
export function EndpointFields({
  id,
  reply,
  initial = { url: '', description: '', events: [] },
}: {
  id: string;
  reply: FormReply | undefined;
  initial?: { url: string; description: string; events: readonly string[] };
}) {
  const form = formFields<Record<string, string>>(id, reply, {
    url: initial.url,
    description: initial.description,
  });
  const isTicked = (kind: EventKind) =>
    reply ? form.field(fieldOf(kind)).defaultValue !== undefined : initial.events.includes(kind);
  const { errors } = form.field('events');
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <TextField
          {...form.field('url')}
          label="Address"
          type="url"
          placeholder="https://example.com/hooks"
          required
          maxLength={500}
          autoComplete="off"
          hint="https, and on the public internet."
        />
        <TextField
          {...form.field('description')}
          label="What it is"
          placeholder="Accounting"
          maxLength={120}
          autoComplete="off"
        />
      </div>
      <fieldset className="grid gap-3">
        <legend className="pb-1 text-sm font-semibold">Events it receives</legend>
        <FormErrors id={`${id}-events-error`} errors={errors} />
        <div className="gap-x-8 lg:columns-2">
          {Object.entries(eventFamilies).map(([family, kinds]) => (
            <fieldset key={family} className="mb-4 min-w-0 break-inside-avoid">
              <legend className="w-full border-b border-line pb-1 text-xs font-semibold text-muted">
                {family}
              </legend>
              {Object.entries(kinds).map(([kind, words]) => (
                <CheckboxField
                  key={kind}
                  id={`${id}-${fieldOf(kind as EventKind)}`}
                  name={fieldOf(kind as EventKind)}
                  defaultChecked={isTicked(kind as EventKind)}
                  label={
                    <>
                      <code className="font-semibold">{kind}</code>
                      <span className="block text-xs text-muted">{words}</span>
                    </>
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
      </fieldset>
    </>
  );
}
