import type { ComponentProps } from 'react';
import { SelectField } from '#app/ui/field.tsx';

/** Chooses the provider at which something was sold. */
export function ProviderField({
  providers,
  ...field
}: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> & {
  providers: readonly { key: string; name: string }[];
}) {
  return (
    <SelectField {...field} label="Provider">
      {providers.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
