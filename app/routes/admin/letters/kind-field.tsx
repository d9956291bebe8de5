import type { ComponentProps } from 'react';
import { letterKinds } from '#app/domain/core/bulk-mail/letter-kinds.ts';
import { letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { SelectField } from '#app/ui/field.tsx';

/** Which kind of email a letter or the emails of a sequence are. */
export const KindField = (props: Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'children'>) => (
  <SelectField {...props} label="Kind of email" hint="People unsubscribe from one kind at a time.">
    {letterKindNames.map((kind) => (
      <option key={kind} value={kind}>
        {letterKinds[kind].name}
      </option>
    ))}
  </SelectField>
);
