import type { ComponentProps } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'required' | 'label' | 'beside'> & {
  label: string;
  isOptional?: boolean;
  autoComplete: 'current-password' | 'new-password';
};

/** A password that has to be given unless it `isOptional`, with a button to see what one types where scripts run (app/ui/script/passwords.ts). */
export function PasswordField({ label, isOptional = false, ...props }: Props) {
  return (
    <TextField
      {...props}
      label={label}
      type="password"
      required={!isOptional}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      beside={
        <>
          <Button
            variant="secondary"
            className="scripts-only shrink-0"
            aria-controls={props.id}
            data-shows={label}
          >
            <span>Show</span>
            <span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
          <span aria-live="polite" className="sr-only" />
        </>
      }
    />
  );
}
