import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CheckboxField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Tool {
  slug: string;
  title: string;
}

interface Props {
  action: string;
  version: number;
  tools: { calculators: readonly Tool[]; templates: readonly Tool[] };
  chosen: { calculators: readonly string[]; templates: readonly string[] };
  reply: FormReply | undefined;
}

/** The name of the box of a tool: fields have no hyphens. */
export const toolField = (kind: 'calculator' | 'template', slug: string): string =>
  `${kind === 'calculator' ? 'c' : 't'}_${slug.replaceAll('-', '_')}`.slice(0, 40);

/** The calculators and templates of a module, to be chosen from those of the site. */
export function Tools({ action, version, tools, chosen, reply }: Props) {
  const form = formFields<Record<string, string>>('tools', reply);
  const groups = [
    { kind: 'calculator', title: 'Calculators', all: tools.calculators, own: chosen.calculators },
    { kind: 'template', title: 'Templates', all: tools.templates, own: chosen.templates },
  ] as const;
  return (
    <Card className="grid grid-cols-1 gap-4 p-4! sm:p-5!">
      <h2 className="text-xl">Calculators and templates</h2>
      <p className="text-muted">Choose what learners use with this lesson. Links stand below it.</p>
      <FormErrors id={form.errorId} errors={form.errors} />
      <form method="post" action={action} id={form.id} className="grid grid-cols-1 gap-4">
        <input type="hidden" name="seen" value={version} />
        {groups.map(({ kind, title, all, own }) => (
          <details key={kind} open={own.length > 0}>
            <summary className="link inline-flex min-h-11 items-center">
              {title}: {own.length} chosen
            </summary>
            <fieldset className="grid grid-cols-1 sm:grid-cols-2 sm:gap-x-6">
              <legend className="sr-only">{title}</legend>
              {all.map(({ slug, title: label }) => (
                <CheckboxField
                  key={slug}
                  id={`${kind}-${slug}`}
                  name={toolField(kind, slug)}
                  label={label}
                  defaultChecked={own.includes(slug)}
                />
              ))}
            </fieldset>
          </details>
        ))}
        <SubmitButton intent="tools" pendingLabel="Saving..." className="justify-self-start">
          Save calculators and templates
        </SubmitButton>
      </form>
    </Card>
  );
}
