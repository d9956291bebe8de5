/** A payment that the site has begun, or why not. */
type BegunPayment =
  | { secret: string }
  /** Nothing is left to sell: why, in words. */
  | { soldOut: string };

/** Asks the site to begin the payment: 'paid' when there is nothing to pay any more, null when it cannot now. */
export async function requestClientSecret(intentPath: string): Promise<BegunPayment | 'paid' | null> {
  try {
    const response = await fetch(intentPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    const { clientSecret, error } = (await response.json()) as {
      clientSecret?: string;
      error?: { code: string; message: string };
    };
    if (response.status === 409) return error?.code === 'sold_out' ? { soldOut: error.message } : 'paid';
    return response.ok && clientSecret ? { secret: clientSecret } : null;
  } catch {
    return null;
  }
}
