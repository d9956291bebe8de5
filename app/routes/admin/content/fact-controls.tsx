import type { FactField } from '#app/domain/publishing/fact-fields.server.ts';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';

/** What is a sentence or several lines has the row to itself. */
const isWide = ({ key, control }: FactField) => key === 'title' || control === 'text' || control === 'lines';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The facts of a piece, each typed as it is meant. */
export function FactControls({ facts }: { facts: readonly FactField[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {facts.map((fact) => (
        <div key={fact.name} className={isWide(fact) ? 'sm:col-span-2' : ''}>
          <FactControl fact={fact} />
        </div>
      ))}
    </div>
  );
}

function FactControl({ fact }: { fact: FactField }) {
  const { name, label, hint, value, control, options } = fact;
  const shared = { id: `piece-${name}`, name, label, hint, defaultValue: value };
  if (control === 'select')
    return (
      <SelectField {...shared}>
        {options?.includes(value) ? null : (
          <option value={value}>{value ? capitalized(value) : 'Choose'}</option>
        )}
        {options?.map((option) => (
          <option key={option} value={option}>
            {capitalized(option)}
          </option>
        ))}
      </SelectField>
    );
  if (control === 'lines') return <TextArea {...shared} rows={Math.min(8, value.split('\n').length + 1)} />;
  if (control === 'text') return <TextArea {...shared} rows={2} />;
  return (
    <TextField
      {...shared}
      type={control === 'date' ? 'date' : 'text'}
      inputMode={control === 'number' ? 'numeric' : undefined}
      autoComplete="off"
    />
  );
}
