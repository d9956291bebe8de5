import { FormErrors } from '#app/ui/form-errors.tsx';

/** What a page is told of a form of its own that was not answered; `intent` is that of the button pressed. */
export interface Unsent {
  lastResult?: undefined;
  unsent: string;
  intent: string | null;
}

const isUnsent = (reply: unknown): reply is Unsent =>
  typeof reply === 'object' && reply !== null && 'unsent' in reply;

/** Says beside the button that was pressed that its form was not answered; nothing for another reply, or another button's. */
export function UnsentMessage({ reply, intent }: { reply: unknown; intent?: string | undefined }) {
  // Empty where another script says what became of it.
  if (!isUnsent(reply) || reply.unsent === '' || (intent !== undefined && intent !== reply.intent))
    return null;
  return <FormErrors id={`unsent-${intent ?? 'form'}`} errors={[reply.unsent]} />;
}
