import type { ComponentProps } from 'react';
import { TextField } from '#app/ui/field.tsx';

type Given = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'maxLength' | 'autoComplete'>;

/** Why an admin does something, for the audit log. */
export function ReasonField(given: Given) {
  return (
    <TextField
      {...given}
      label="Reason"
      hint="For the audit log, which can never be changed: name nobody."
      maxLength={500}
      autoComplete="off"
    />
  );
}
