import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { TextField } from '#app/ui/field.tsx';

/** What was asked for, and what is wrong with it. */
export interface LinkRequest {
  destination: string;
  campaign: string;
  errors: { destination?: string[] | undefined; campaign?: string[] | undefined };
}

interface LinkFormProps {
  copy: { title: string; text: string; destination: string; campaign: string; hint: string; button: string };
  copiedMessage: string;
  asked: LinkRequest | null;
  /** The link that was asked for. */
  made: string | null;
}

/** Makes a link to any page of the site. It asks only, so it is a GET form: its answer has an address of its own. */
export function LinkForm({ copy, copiedMessage, asked, made }: LinkFormProps) {
  return (
    <section aria-labelledby="make-link" className="grid gap-5 rounded-card bg-sunken p-5 sm:p-8">
      <div className="grid max-w-prose gap-1">
        <h2 id="make-link">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      <Form
        method="get"
        action="#make-link"
        preventScrollReset
        className="grid items-start gap-x-5 gap-y-4 md:grid-cols-2"
      >
        <TextField
          id="destination"
          name="destination"
          label={copy.destination}
          required
          maxLength={500}
          placeholder="/pricing"
          defaultValue={asked?.destination}
          errors={asked?.errors.destination}
        />
        <TextField
          id="campaign"
          name="campaign"
          label={copy.campaign}
          hint={copy.hint}
          maxLength={100}
          defaultValue={asked?.campaign}
          errors={asked?.errors.campaign}
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
