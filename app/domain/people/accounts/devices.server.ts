import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

/** How long a browser stays known to the accounts it has signed in to, in days. */
export const deviceDays = 365;

/** So many accounts a browser is known to, the latest: what a household shares. */
const maxAccounts = 10;

/**
 * A browser that has signed in before, as its signed cookie tells. It opens nothing: attempts from it are counted on limits of
 * their own, so that strangers who use up an account's shut out nobody who has been in it before.
 */
export interface Device {
  id: string;
  /** The accounts it has signed in to, the latest first: a keyed hash of each address with the device's id. */
  accounts: string[];
}

const deviceSchema = z.object({
  id: z.uuid(),
  accounts: z.array(z.string().max(64)).max(maxAccounts),
});

/** The device in a cookie whose signature was right; null for anything else. */
export function readDevice(value: unknown): Device | null {
  const parsed = deviceSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

const accountText = (deviceId: string, email: string) => `${deviceId}\n${email.toLowerCase()}`;

const isAccount = (signature: string, text: string) => isSignatureOf('account on a device', text, signature);

/** Whether a device has signed in to the account of this address before. */
export function isKnownDevice(device: Device | null, email: string): device is Device {
  if (!device) return false;
  const text = accountText(device.id, email);
  return device.accounts.some((account) => isAccount(account, text));
}

/** The device after somebody has proven on it that the account of this address is theirs; a new one where there was none. */
export function rememberDevice(device: Device | null, email: string): Device {
  const { id, accounts } = device ?? { id: randomUUID(), accounts: [] };
  const text = accountText(id, email);
  const others = accounts.filter((account) => !isAccount(account, text));
  return { id, accounts: [signatureOf('account on a device', text), ...others].slice(0, maxAccounts) };
}
