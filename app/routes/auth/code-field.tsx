import type { ShownField } from '#app/routes/http/form-fields.ts';
import { TextField } from '#app/ui/field.tsx';

/** Where a code of the authenticator app is typed, or a recovery code; phones show the right keyboard, and offer the code they know. */
export function CodeField({ isRecovery = false, ...field }: ShownField & { isRecovery?: boolean }) {
  return isRecovery ? (
    <TextField
      {...field}
      label="Recovery code"
      hint="Sixteen letters and digits, each code for one time"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      required
      className="font-mono tracking-wider"
    />
  ) : (
    <TextField
      {...field}
      label="Code"
      hint="Six digits. It changes every 30 seconds."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={40}
      required
      className="font-mono text-lg tracking-[0.3em]"
    />
  );
}
