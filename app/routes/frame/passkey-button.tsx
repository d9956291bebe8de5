import passkeyScript from 'virtual:passkey-script';
import { SubmitButton } from '#app/ui/button.tsx';

/** What passkeys are called where a form tells its buttons apart. */
const passkeyIntent = 'passkey';

/**
 * The button of a form that asks the browser for a passkey, or makes one: `at` is the address of the site's question. What the browser has
 * signed is sent with the form (`passkey`, readPasskey). It needs scripts, which is said where there are none, with `otherwise`.
 */
export function PasskeyButton({
  at,
  label,
  pendingLabel,
  otherwise,
  variant = 'secondary',
  makes = false,
}: {
  at: string;
  label: string;
  pendingLabel: string;
  otherwise: string;
  variant?: 'primary' | 'secondary';
  makes?: boolean;
}) {
  return (
    <div className="grid gap-2">
      <input type="hidden" name="passkey" />
      <SubmitButton
        intent={passkeyIntent}
        variant={variant}
        formNoValidate
        data-press={passkeyScript}
        data-at={at}
        data-makes={makes ? '' : undefined}
        pendingLabel={pendingLabel}
      >
        {label}
      </SubmitButton>
      <p role="status" className="text-center text-sm text-muted empty:hidden" />
      <noscript>
        <p className="text-sm text-muted">
          Passkeys need JavaScript, which is turned off in this browser. {otherwise}
        </p>
      </noscript>
    </div>
  );
}
