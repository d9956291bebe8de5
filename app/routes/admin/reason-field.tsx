import type { ComponentProps } from 'react';
import { TextField } from '#app/ui/field.tsx';

type Given = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'maxLength' | 'autoComplete'>;

/** Why an admin does something, for the audit log. */
export function ReasonField(given: Given) {
  return (
    <TextField
      {...given}
      label="Reason"
      hint="Goes into the audit log, which cannot be changed. Don't name anyone."
      maxLength={500}
      autoComplete="off"
    />
  );
}
