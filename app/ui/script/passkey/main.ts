// The script of the buttons that ask for a passkey, or make one, loaded when one is pressed.

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

/** Asks the browser for a passkey, as the site says at `data-at`, and sends the button's form with what it has signed. */
export async function press(button: HTMLButtonElement): Promise<void> {
  const { form } = button;
  const field = form?.elements.namedItem('passkey');
  const status = button.nextElementSibling;
  if (!form || !(field instanceof HTMLInputElement) || !status || button.ariaDisabled) return;
  if (!browserSupportsWebAuthn()) {
    status.textContent = 'This browser knows no passkeys.';
    return;
  }
  button.ariaDisabled = 'true';
  status.textContent = '';
  try {
    field.value = JSON.stringify(await sign(button.dataset));
    button.ariaDisabled = null;
    form.requestSubmit(button);
    field.value = '';
  } catch (error) {
    button.ariaDisabled = null;
    status.textContent = messageOf(error);
  }
}

/** What the site said instead of its question. */
class SiteError extends Error {}

async function sign({ at = '', makes }: DOMStringMap): Promise<object> {
  const answer = await fetch(at, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
  if (answer.type === 'opaqueredirect' || answer.status === 403) {
    // It is another page's turn: to sign in, or to confirm first.
    location.reload();
    throw new SiteError('');
  }
  const question = await answer.json();
  if (!answer.ok) throw new SiteError(question.error?.message ?? '');
  return makes === undefined
    ? startAuthentication({ optionsJSON: question })
    : startRegistration({ optionsJSON: question as PublicKeyCredentialCreationOptionsJSON });
}

function messageOf(error: unknown): string {
  if (error instanceof SiteError) return error.message;
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey of your account already.';
  const { name } = error as Error;
  return name === 'NotAllowedError' || name === 'AbortError'
    ? 'No passkey was used. You can try again.'
    : 'That did not work. Please try again.';
}
