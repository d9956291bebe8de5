import { randomInt } from 'node:crypto';
import { admitRegistration, admitSignIn } from '#app/domain/people/accounts/attempts.server.ts';
import type { Device } from '#app/domain/people/accounts/devices.server.ts';
import { registerAccount } from '#app/domain/people/accounts/registration.server.ts';
import type { SessionBegun } from '#app/domain/people/accounts/session-beginning.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import type { Referrer } from '#app/domain/programme/affiliates/attribution.server.ts';

/** A visitor's address nobody else in the tests has. */
export const newAddress = () =>
  Array.from({ length: 3 }, () => randomInt(1, 255))
    .join('.')
    .concat('.7');

/** What somebody types to register. */
export const registrationOf = (email: string, password = 'a-good-password') => ({
  firstName: 'Ada',
  lastName: 'Example',
  email,
  password,
  confirmPassword: password,
  acceptTerms: 'on' as const,
});

/** Registers somebody, by default from an address of their own. */
export async function register(
  email: string,
  referrer: Referrer | null = null,
  address = newAddress(),
): Promise<void> {
  await registerAccount(await admitRegistration(address, email), registrationOf(email), referrer);
}

/** A browser that is known by nothing. */
export const browser = { userAgent: 'test', staysSignedIn: true, trustToken: null };

/** Signs somebody in, by default from an address of their own; what is asked for besides the password is a failure. */
export async function signInFrom(
  email: string,
  password: string,
  address = newAddress(),
  device: Device | null = null,
): Promise<SessionBegun> {
  const outcome = await signIn(await admitSignIn(address, device, email), { email, password }, browser);
  if (outcome.kind !== 'session') throw new Error('a second step is asked for');
  return outcome;
}
