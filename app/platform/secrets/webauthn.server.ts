import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';

// The ceremonies of WebAuthn by @simplewebauthn/server. Passkeys belong to the host of APP_URL, and are taken from its origin alone,
// or through the auth API from the origins of listed apps on that host or below it: browsers let no others use them.

// Most processes never need it.
const webauthn = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** EdDSA, ES256 and RS256: what every passkey there is can do one of. */
const algorithms = [-8, -7, -257];

/** So long a browser's own dialog waits, in milliseconds; the site waits a little longer. */
const dialogMs = 4 * 60_000;

const relyingParty = () => {
  const { hostname, origin } = new URL(config().appUrl);
  return { rpID: hostname, origin };
};

/** A passkey as browsers are told of it. */
interface KnownPasskey {
  credentialId: Uint8Array<ArrayBuffer>;
  transports: string[];
}

const described = ({ credentialId, transports }: KnownPasskey) => ({
  id: toText(credentialId),
  transports,
});

/** The user as passkeys know them, in bytes: it tells nothing to whoever reads it off a device. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex');

/** What a browser makes a passkey by: one that its owner can be asked for without a name, and that asks who holds it. */
export async function creationOptions(
  user: { id: string; email: string; name: string },
  there: readonly KnownPasskey[],
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: config().brandName,
    rpID: relyingParty().rpID,
    userID: new Uint8Array(handleOf(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout: dialogMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: there.map(described),
  });
}

/** What a browser is asked for a passkey by: one of these, or whichever its owner chooses. */
export async function requestOptions(allowed: readonly KnownPasskey[] | null) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    timeout: dialogMs,
    userVerification: 'required',
    ...(allowed ? { allowCredentials: allowed.map(described) } : {}),
  });
}

/** A passkey that was made. */
interface MadePasskey {
  credentialId: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  isSynced: boolean;
}

/** What a browser has answered, however odd; null where it is no JSON object. */
function readAnswer(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

const transportNames = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

function refused(error: unknown): null {
  log().info({ reason: error instanceof Error ? error.message : String(error) }, 'passkey_refused');
  return null;
}

/** The passkey that a browser's answer (JSON) has made for a challenge; null where it has not. */
export async function verifyCreation(
  answer: string,
  challenge: string,
  moreOrigins: readonly string[] = [],
): Promise<MadePasskey | null> {
  const response = readAnswer(answer) as RegistrationResponseJSON | null;
  if (!response) return null;
  try {
    // Who made the device is not asked. The certificates that say it name addresses, which checking them would call.
    const { attestationObject } = response.response;
    const { decodeAttestationObject } = await helpers();
    const { verifyRegistrationResponse } = await webauthn();
    const stated = decodeAttestationObject(toBytes(attestationObject));
    if (!['none', 'packed'].includes(stated.get('fmt')) || stated.get('attStmt').get('x5c') !== undefined)
      return refused('certificates');
    const { rpID, origin } = relyingParty();
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [origin, ...moreOrigins],
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return refused('not verified');
    const { credential, credentialDeviceType } = registrationInfo;
    const told: readonly unknown[] = Array.isArray(credential.transports) ? credential.transports : [];
    return {
      credentialId: toBytes(credential.id),
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: [...transportNames].filter((name) => told.includes(name)),
      isSynced: credentialDeviceType === 'multiDevice',
    };
  } catch (error) {
    return refused(error);
  }
}

/** Which passkey a browser's answer (JSON) says it is of; null where it says none. */
export function credentialOf(answer: string): Uint8Array<ArrayBuffer> | null {
  const id: unknown = (readAnswer(answer) as { id?: unknown } | null)?.id;
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? toBytes(id) : null;
}

/**
 * Whether a browser's answer (JSON) says that its passkey is this user's. It may say nothing of that, unless it `isRequired`: where a
 * passkey is asked for by name, devices need not.
 */
export function isOwnHandle(
  answer: string,
  userId: string,
  { isRequired }: { isRequired: boolean },
): boolean {
  const { userHandle } =
    (readAnswer(answer) as { response?: { userHandle?: unknown } } | null)?.response ?? {};
  if (userHandle === undefined || userHandle === null) return !isRequired;
  return typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').equals(handleOf(userId));
}

/** How often the passkey of a browser's answer (JSON) has signed by its own count; null where the answer is not of it, or another's. */
export async function verifyAssertion(
  answer: string,
  challenge: string,
  { credentialId, publicKey }: Pick<MadePasskey, 'credentialId' | 'publicKey'>,
  moreOrigins: readonly string[] = [],
): Promise<number | null> {
  const response = readAnswer(answer) as AuthenticationResponseJSON | null;
  if (!response) return null;
  const { rpID, origin } = relyingParty();
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [origin, ...moreOrigins],
      expectedRPID: rpID,
      requireUserVerification: true,
      // Whether it has gone back is decided where it is kept, in one statement: two answers may come at once.
      credential: { id: toText(credentialId), publicKey, counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : refused('not verified');
  } catch (error) {
    return refused(error);
  }
}
