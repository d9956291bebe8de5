import type { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { TextField } from '#app/ui/field.tsx';

const fields = ['destination', 'campaign', 'source', 'medium'] as const;
type LinkField = (typeof fields)[number];

/** What was asked for, and what is wrong with it. */
export type LinkRequest = Record<LinkField, string> & {
  errors: { [F in LinkField]?: string[] | undefined };
};

interface LinkFormProps {
  copy: ReturnType<typeof affiliateToolsCopy>['generator'];
  copiedMessage: string;
  asked: LinkRequest | null;
  /** The link that was asked for. */
  made: string | null;
}

/** Makes a link to any page of the site. It asks only, so it is a GET form: its answer has an address of its own. */
export function LinkForm({ copy, copiedMessage, asked, made }: LinkFormProps) {
  const field = (name: LinkField) => ({
    id: name,
    name,
    defaultValue: asked?.[name],
    errors: asked?.errors[name],
  });
  const hasMore = Boolean(asked?.source || asked?.medium || asked?.errors.source || asked?.errors.medium);
  return (
    <section aria-labelledby="make-link" className="grid gap-5 rounded-card bg-sunken p-5 sm:p-8">
      <div className="grid max-w-prose gap-1">
        <h2 id="make-link">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      <form method="get" action="/affiliate-centre/tools#make-link" className="grid gap-4">
        <div className="grid items-start gap-x-5 gap-y-4 md:grid-cols-2">
          <TextField
            {...field('destination')}
            label={copy.destination}
            required
            maxLength={500}
            placeholder="/pricing"
          />
          <TextField {...field('campaign')} label={copy.campaign} hint={copy.hint} maxLength={100} />
        </div>
        <Disclosure
          title={<span className="font-sans text-sm font-semibold">{copy.more}</span>}
          open={hasMore}
        >
          <div className="grid items-start gap-x-5 gap-y-4 md:grid-cols-2">
            <TextField {...field('source')} label={copy.source} maxLength={100} placeholder="newsletter" />
            <TextField {...field('medium')} label={copy.medium} maxLength={100} placeholder="email" />
          </div>
        </Disclosure>
        <div>
          <Button type="submit">{copy.button}</Button>
        </div>
      </form>
      {made && asked ? (
        <div className="grid gap-4">
          <CopyField key={made} id="made-link" label={copy.made} value={made} copiedMessage={copiedMessage} />
          <form method="post" action="/affiliate-centre/tools">
            {fields.map((name) => (
              <input key={name} type="hidden" name={name} value={asked[name]} />
            ))}
            <SubmitButton variant="secondary" intent="shorten" pendingLabel={copy.shortening}>
              {copy.shorten}
            </SubmitButton>
          </form>
        </div>
      ) : null}
    </section>
  );
}
