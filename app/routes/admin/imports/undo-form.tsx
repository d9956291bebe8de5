import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** Undoes an import; says what that takes back and what stays. */
export function UndoForm({ words }: { words: string }) {
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate className="grid gap-4">
        <h2 className="text-xl">Undo</h2>
        <p className="text-sm text-muted">{words}</p>
        <SubmitButton intent="undo" variant="danger" pendingLabel="Undoing..." className="justify-self-start">
          Undo this import
        </SubmitButton>
      </form>
    </Card>
  );
}
