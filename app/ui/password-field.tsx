import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'required' | 'label' | 'beside'> & {
  label: string;
  autoComplete: 'current-password' | 'new-password';
};

/**
 * A password that has to be given, with a button to see what one types where scripts run. Sent, it is hidden again, lest the browser
 * remembers it as an ordinary word.
 */
export function PasswordField({ label, ...props }: Props) {
  // Without scripts there is no button that would do nothing.
  const [canShow, setCanShow] = useState(false);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    setCanShow(true);
    const hide = () => setIsShown(false);
    const form = document.getElementById(props.id)?.closest('form');
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [props.id]);
  return (
    <TextField
      {...props}
      label={label}
      type={isShown ? 'text' : 'password'}
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      beside={
        canShow ? (
          <>
            <Button
              variant="secondary"
              className="shrink-0"
              aria-controls={props.id}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
              <span className="sr-only"> {label.toLowerCase()}</span>
            </Button>
            <span aria-live="polite" className="sr-only">
              {isShown ? `${label}: shown` : ''}
            </span>
          </>
        ) : null
      }
    />
  );
}
