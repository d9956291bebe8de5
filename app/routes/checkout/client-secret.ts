/** Asks the site to begin the payment: its secret, 'paid' when there is nothing to pay any more, null when it cannot now. */
export async function requestClientSecret(intentPath: string): Promise<{ secret: string } | 'paid' | null> {
  try {
    const response = await fetch(intentPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    if (response.status === 409) return 'paid';
    if (!response.ok) return null;
    const { clientSecret } = (await response.json()) as { clientSecret?: string };
    return clientSecret ? { secret: clientSecret } : null;
  } catch {
    return null;
  }
}
