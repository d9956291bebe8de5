import { type Confirmed, confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import type { Device } from '#app/domain/people/accounts/devices.server.ts';
import { takeSecondStep } from '#app/domain/people/accounts/second-step.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import { confirmAuthenticator, offerAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import {
  forgetNewRecoveryCodes,
  listNewRecoveryCodes,
} from '#app/domain/people/safety/recovery-codes.server.ts';
import { codeOfStep, stepAt } from '#app/domain/people/safety/totp.ts';
import { now } from '#app/platform/clock.server.ts';
import { browser, newAddress } from '#tests/integration/joining.ts';
import { at, knownPassword, newSession, newUser } from '#tests/integration/people.ts';

/** Base32 as an app reads it. */
export function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text.replace(/\s/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an app shows now. */
export const codeNow = (secret: Buffer): string => codeOfStep(secret, stepAt(now()));

/** The viewer behind a session's secret. */
export async function viewerOf(token: string): Promise<Viewer> {
  const found = await findViewer(token);
  if (!found) throw new Error('no viewer');
  return found.viewer;
}

/** Somebody signed in just now, who may change what guards the account. */
export async function newConfirmed(options: Parameters<typeof newUser>[0] = {}) {
  const user = await newUser(options);
  const viewer = await viewerOf(await newSession(user.id));
  return { user, viewer, confirmed: confirmedViewer(viewer) };
}

/** Sets up an authenticator app, and says its secret. */
export async function setUpApp(confirmed: Confirmed): Promise<Buffer> {
  const secret = fromBase32((await offerAuthenticator(confirmed)).secret);
  await confirmAuthenticator(confirmed, codeNow(secret));
  return secret;
}

/**
 * Somebody with an authenticator app and ten recovery codes, set up an hour ago, so that no code of now has been taken.
 */
export async function newGuarded(options: Parameters<typeof newUser>[0] = {}) {
  return at(now().getTime() - 3600_000, async () => {
    const made = await newConfirmed(options);
    const secret = await setUpApp(made.confirmed);
    const codes = await listNewRecoveryCodes(made.confirmed);
    await forgetNewRecoveryCodes(made.confirmed);
    return { ...made, secret, codes };
  });
}

/** Signs in by the right password as far as the second step, and says by what the sign-in is known. */
export async function signInToStep(email: string, staysSignedIn = true): Promise<string> {
  const attempt = await admit('sign_in', newAddress());
  const outcome = await signIn(attempt, { email, password: knownPassword }, { ...browser, staysSignedIn });
  if (outcome.kind !== 'second_step') throw new Error('no second step is asked for');
  return outcome.token;
}

/** Takes the second step with a code, by default from an address and a browser nobody knows. */
export async function takeStep(
  token: string,
  code: string,
  {
    address = newAddress(),
    device = null as Device | null,
    trusts = false,
    trustToken = null as string | null,
    sessionToken = null as string | null,
  } = {},
) {
  const attempt = await admit('second_step', address, device);
  return takeSecondStep(
    attempt,
    { token, proof: { code }, trusts },
    { userAgent: 'test', trustToken, sessionToken },
  );
}
