import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { TextField } from '#app/ui/field.tsx';

/** What the form is filled in with. */
export interface LinkForm {
  destination: string;
  campaign?: string | undefined;
}

interface LinkFormProps {
  copy: { title: string; text: string; destination: string; campaign: string; hint: string; button: string };
  copiedMessage: string;
  lastResult: SubmissionResult<string[]> | null;
  /** The link that was asked for. */
  made: string | null;
}

/** Makes a link to any page of the site. It asks only, so it is a GET form: its answer has an address of its own. */
export function LinkForm({ copy, copiedMessage, lastResult, made }: LinkFormProps) {
  const [form, fields] = useForm<LinkForm>({ id: 'link', lastResult });
  return (
    <section aria-labelledby="make-link" className="grid gap-5 rounded-card bg-sunken p-5 sm:p-8">
      <div className="grid max-w-prose gap-1">
        <h2 id="make-link">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      <Form
        method="get"
        {...getFormProps(form)}
        action="#make-link"
        preventScrollReset
        className="grid items-start gap-x-5 gap-y-4 md:grid-cols-2"
      >
        <TextField
          id={fields.destination.id}
          name="destination"
          label={copy.destination}
          required
          maxLength={500}
          placeholder="/pricing"
          defaultValue={fields.destination.initialValue}
          errors={fields.destination.errors}
        />
        <TextField
          id={fields.campaign.id}
          name="campaign"
          label={copy.campaign}
          hint={copy.hint}
          maxLength={100}
          defaultValue={fields.campaign.initialValue}
          errors={fields.campaign.errors}
        />
        <div>
          <Button type="submit" variant="secondary">
            {copy.button}
          </Button>
        </div>
      </Form>
      {made ? (
        <CopyField key={made} id="made-link" label="Your link" value={made} copiedMessage={copiedMessage} />
      ) : null}
    </section>
  );
}
