/** What a card form is given. */
export interface CardFormProps {
  provider: 'stripe' | 'sandbox';
  publishableKey: string;
  returnUrl: string;
  /** The checkout's own address, for the hosted page. */
  path: string;
  /** Where the payment is begun. */
  intentPath: string;
  /** The page that tells how far a payment is. */
  donePath: string;
  /** The price as buttons name it. */
  priceLabel: string;
  /** What is paid today. */
  due: string;
  /** Whether one can pay with PayPal too: then the words for a form that cannot be shown lead there (P71). */
  hasWallet: boolean;
  /** The confirmation step has come back without success. */
  hasFailed: boolean;
}

/** What someone typed into the sandbox's card fields. */
export interface CardTyped {
  number: string;
  expiry: string;
  cvc: string;
}

export interface ConfirmProblem {
  message: string;
  /** The provider's name for it, such as card_declined. */
  code?: string;
  field?: keyof CardTyped;
}

type ConfirmOutcome = { goTo: string } | { problems: ConfirmProblem[] };

const unreachable = 'Error connecting to server.';

const signedOut = 'You have been signed out, and nothing was charged. Reload the page to sign in again.';

/** Tells the site that the buyer has pressed the button beside which the purchase's terms are named: null, or why it could not. */
export async function acceptTerms(): Promise<string | null> {
  try {
    const { ok, status } = await fetch('/checkout/accept', { method: 'POST' });
    if (ok) return null;
    return status === 401 ? signedOut : unreachable;
  } catch {
    return unreachable;
  }
}

/** Has the site begin a purchase with the wallet, as the plain form does: its id and where one goes with the approval, or why not. */
export async function beginWalletPurchase(
  path: string,
): Promise<{ id: string; approvedUrl: string } | { refused: string }> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ intent: 'wallet' }),
      redirect: 'manual',
    });
    // Whoever is not signed in is led to where one signs in.
    if (response.type === 'opaqueredirect') return { refused: signedOut };
    const answer = (await response.json()) as {
      id?: string;
      approvedUrl?: string;
      error?: { message: string };
    };
    if (answer.id && answer.approvedUrl) return { id: answer.id, approvedUrl: answer.approvedUrl };
    return { refused: answer.error?.message ?? unreachable };
  } catch {
    return { refused: unreachable };
  }
}

/** Pays with a card typed on the site, in the sandbox: where to go next, or what is wrong with the card. */
export async function confirmSandboxPayment(
  clientSecret: string,
  card: CardTyped,
  returnUrl: string,
): Promise<ConfirmOutcome> {
  const intentId = clientSecret.split('_secret_')[0];
  const refused = await acceptTerms();
  if (refused) return { problems: [{ message: refused }] };
  try {
    const response = await fetch(`/sandbox/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_secret: clientSecret, card, return_url: returnUrl }),
    });
    const answer = (await response.json()) as {
      status?: string;
      url?: string;
      error?: { message: string; problems?: ConfirmProblem[] };
    };
    if (answer.error) return { problems: answer.error.problems ?? [{ message: answer.error.message }] };
    return { goTo: answer.status === 'requires_action' && answer.url ? answer.url : returnUrl };
  } catch {
    return { problems: [{ message: unreachable }] };
  }
}
