import { SubmitButton } from '#app/ui/button.tsx';

/** Throws a file away that was not imported. */
export function DiscardForm() {
  return (
    <form method="post" noValidate>
      <SubmitButton intent="discard" variant="secondary" pendingLabel="Deleting...">
        Delete this file
      </SubmitButton>
    </form>
  );
}
