import { randomUUID } from 'node:crypto';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { askSignInPasskey, provePasskey } from '#app/domain/people/accounts/sign-in.server.ts';
import { confirmedFor } from '#app/domain/people/auth-api/account-changes.server.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { passkeyOrigins } from '#app/domain/people/auth-api/redirects.server.ts';
import { noteFactorProof } from '#app/domain/people/auth-api/session-level.server.ts';
import {
  type ApiViewer,
  beginApiSession,
  replyWithSession,
  type SessionReply,
} from '#app/domain/people/auth-api/sessions.server.ts';
import {
  type Ceremony,
  ceremonyMinutes,
  isCeremonyPending,
  type PasskeyPurpose,
} from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import {
  addPasskey,
  listPasskeys,
  maxPasskeys,
  type OwnPasskey,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from '#app/domain/people/safety/passkeys.server.ts';
import { now } from '#app/platform/clock.server.ts';

/** A question to a browser, as the protocol shows it. */
interface PasskeyQuestion {
  challenge_id: string;
  options: object;
  /** In seconds since 1970. */
  expires_at: number;
}

const asQuestion = ({ token, options }: Ceremony): PasskeyQuestion => ({
  challenge_id: token,
  options,
  expires_at: Math.floor(now().getTime() / 1000) + ceremonyMinutes * 60,
});

/** A passkey in the shape of the protocol. */
export const toApiPasskey = ({ id, name, createdAt, lastUsedAt }: OwnPasskey) => ({
  id,
  friendly_name: name,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
});

export type PasskeyReply = ReturnType<typeof toApiPasskey>;

/** What a browser has signed, and for which question. */
export interface PasskeyCredential {
  challengeId: string;
  credential: object;
}

const tooMany = () => new AuthApiError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');

async function readCredential(
  { challengeId, credential }: PasskeyCredential,
  purpose: PasskeyPurpose,
  userId: string | null,
) {
  if (!(await isCeremonyPending(challengeId, purpose, userId)))
    throw new AuthApiError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  return { token: challengeId, answer: JSON.stringify(credential), origins: passkeyOrigins() };
}

function refused(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.kind === 'conflict')
    return /at most/.test(error.message)
      ? tooMany()
      : new AuthApiError(422, 'webauthn_credential_exists', 'This credential is already registered');
  return error.kind === 'invalid'
    ? new AuthApiError(400, 'webauthn_verification_failed', 'Credential verification failed')
    : error;
}

/** Asks a browser to make a passkey. @throws {AuthApiError} insufficient_aal, reauthentication_needed, too_many_passkeys */
export async function askNewPasskey(viewer: ApiViewer): Promise<PasskeyQuestion> {
  const confirmed = confirmedFor(viewer);
  if ((await listPasskeys(viewer.id)).length >= maxPasskeys) throw tooMany();
  return asQuestion(await offerPasskey(confirmed, randomUUID()));
}

/** Adds the passkey that a browser has made: from then on the account has a second factor, which was proven on this session. */
export async function registerPasskey(
  viewer: ApiViewer,
  credential: PasskeyCredential,
  userAgent: string | null,
): Promise<PasskeyReply> {
  const confirmed = confirmedFor(viewer);
  const answer = await readCredential(credential, 'add', viewer.id);
  try {
    const { passkey } = await addPasskey(confirmed, answer, { name: '', userAgent }, (tx) =>
      noteFactorProof(tx, viewer, 'webauthn'),
    );
    return toApiPasskey(passkey);
  } catch (error) {
    throw refused(error);
  }
}

/** Asks for whichever passkey somebody has. */
export async function askForPasskey(attempt: Attempt<'passkey_question'>): Promise<PasskeyQuestion> {
  return asQuestion(await askSignInPasskey(attempt, randomUUID()));
}

/** Signs in by a passkey alone, as on the site: it is what somebody has, and asks who holds it, so that the session is of aal2. */
export async function signInWithPasskey(
  attempt: Attempt<'passkey_sign_in'>,
  credential: PasskeyCredential,
  userAgent: string | null,
): Promise<SessionReply> {
  const answer = await readCredential(credential, 'sign_in', null);
  try {
    const begun = await provePasskey(attempt, answer, 'everybody', async (tx, { id }) => {
      const { emailVerifiedAt } = await tx.db.user.findUniqueOrThrow({
        where: { id },
        select: { emailVerifiedAt: true },
      });
      if (!emailVerifiedAt) throw new AuthApiError(403, 'email_not_confirmed', 'Email not confirmed');
      const beginning = { userAgent, method: 'passkey', isConfirmed: true, provesFactor: true };
      return beginApiSession(tx, { id }, beginning);
    });
    return await replyWithSession(begun);
  } catch (error) {
    throw refused(error);
  }
}

/** The viewer's passkeys. */
export const listOwnPasskeys = async ({ id }: ApiViewer): Promise<PasskeyReply[]> =>
  (await listPasskeys(id)).map(toApiPasskey);

const notFound = () => new AuthApiError(404, 'validation_failed', 'Passkey not found');
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Calls a passkey something else. @throws {AuthApiError} validation_failed, where it is not the viewer's */
export async function renameOwnPasskey(viewer: ApiViewer, id: string, name: string): Promise<PasskeyReply> {
  const confirmed = confirmedFor(viewer);
  const passkey = (await listPasskeys(viewer.id)).find((own) => own.id === id.toLowerCase());
  if (!passkey) throw notFound();
  await renamePasskey(confirmed, passkey.id, name);
  return toApiPasskey({ ...passkey, name });
}

/** Removes a passkey. @throws {AuthApiError} validation_failed, where it is not the viewer's */
export async function removeOwnPasskey(viewer: ApiViewer, id: string): Promise<void> {
  const confirmed = confirmedFor(viewer);
  if (!uuid.test(id)) throw notFound();
  try {
    await removePasskey(confirmed, id.toLowerCase());
  } catch (error) {
    throw error instanceof Refusal && error.kind === 'not_found' ? notFound() : error;
  }
}
