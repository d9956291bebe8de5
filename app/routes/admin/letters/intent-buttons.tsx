import { type ButtonVariant, SubmitButton } from '#app/ui/button.tsx';

/** Makes the buttons that do one thing each to a letter or a sequence, by the address of its page: each is a form of its own. */
export const intentButtons =
  (path: string) =>
  (intent: string, label: string, pendingLabel: string, variant: ButtonVariant = 'secondary') => (
    <form method="post" action={path}>
      <SubmitButton intent={intent} variant={variant} pendingLabel={pendingLabel}>
        {label}
      </SubmitButton>
    </form>
  );
