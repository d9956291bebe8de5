import { randomUUID } from 'node:crypto';
import { confirmedFor, requireFullLevel } from '#app/domain/people/auth-api/account-changes.server.ts';
import type { FactorRow } from '#app/domain/people/auth-api/api-user.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { factorRows } from '#app/domain/people/auth-api/factor-rows.server.ts';
import type { ApiViewer } from '#app/domain/people/auth-api/sessions.server.ts';
import {
  newAuthenticatorSecret,
  removeAuthenticator,
} from '#app/domain/people/safety/authenticator.server.ts';
import { maxPasskeys, removePasskey } from '#app/domain/people/safety/passkeys.server.ts';
import { lockSecondFactor } from '#app/domain/people/safety/second-factor.server.ts';
import { otpauthUrl, toBase32 } from '#app/domain/people/safety/totp.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { qrCode } from '#app/platform/documents/qr-code.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

// Apps enroll second factors here. A verified one is the site's own: the account's authenticator app, or one of its passkeys.

/** A factor that was enrolled and not verified is forgotten after so many hours. */
const enrolledHours = 24;

/** So many factors may wait to be verified. */
const maxEnrolled = 10;

const enrollLimit: RateLimit = { name: 'factor-enroll', points: 30, seconds: 15 * 60 };

type FactorKind = FactorRow['kind'];

/** What an app enrolls. */
interface Enrollment {
  kind: FactorKind;
  /** What the app calls it; empty for nothing. */
  name: string;
  /** Under which name an authenticator app shows it; empty for the site's. */
  issuer: string;
}

/** A factor that was enrolled, as the protocol shows it. */
interface EnrolledFactor {
  id: string;
  type: FactorKind;
  friendly_name: string;
  totp?: { qr_code: string; secret: string; uri: string };
}

const listFactors = (db: Pick<Transaction['db'], '$queryRaw'>, userId: string): Promise<FactorRow[]> =>
  db.$queryRaw<FactorRow[]>(factorRows(Prisma.sql`${userId}::uuid`));

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A factor of the viewer's own account. @throws {AuthApiError} validation_failed, mfa_factor_not_found */
export async function findFactor(viewer: ApiViewer, id: string): Promise<FactorRow> {
  if (!uuid.test(id)) throw new AuthApiError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = (await listFactors(prisma(), viewer.id)).find((own) => own.id === id.toLowerCase());
  if (!factor) throw new AuthApiError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

const tooMany = () =>
  new AuthApiError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  );

function refuseFactor(factors: readonly FactorRow[], { kind, name }: Enrollment): void {
  if (factors.some((factor) => factor.name === name))
    throw new AuthApiError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
  if (factors.filter(({ isVerified }) => !isVerified).length >= maxEnrolled) throw tooMany();
  const verified = factors.filter((factor) => factor.isVerified && factor.kind === kind).length;
  if (verified >= (kind === 'totp' ? 1 : maxPasskeys)) throw tooMany();
}

/** A QR code as a picture; without the sign that would end a data address. */
function svgOf(text: string): string {
  const { size, path } = qrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${path}" fill="black"/></svg>`;
}

/**
 * Enrolls a factor, which guards nothing before it is verified.
 * @throws {AuthApiError} insufficient_aal, reauthentication_needed, mfa_factor_name_conflict, too_many_enrolled_mfa_factors
 * @throws {RateLimitExceeded}
 */
export async function enrollFactor(viewer: ApiViewer, enrollment: Enrollment): Promise<EnrolledFactor> {
  const { userId, sessionId } = confirmedFor(viewer);
  await consumeRateLimit(enrollLimit, userId);
  const { kind, name, issuer } = enrollment;
  const id = randomUUID();
  const totp = kind === 'totp' ? newAuthenticatorSecret(userId) : null;
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + enrolledHours * 3600_000);
  await transaction(async (tx) => {
    await lockSecondFactor(tx, userId, sessionId);
    refuseFactor(await listFactors(tx.db, userId), enrollment);
    const sealedSecret = totp?.sealed ?? null;
    await tx.db.apiFactor.create({ data: { id, userId, kind, name, sealedSecret, createdAt, expiresAt } });
  });
  const factor = { id, type: kind, friendly_name: name };
  if (!totp) return factor;
  const uri = otpauthUrl(issuer || config().brandName, viewer.email, totp.secret);
  return { ...factor, totp: { qr_code: svgOf(uri), secret: toBase32(totp.secret), uri } };
}

/**
 * Removes a factor. A verified one is removed as on the site's pages: by a session that has just proven it.
 * @throws {AuthApiError} mfa_factor_not_found, insufficient_aal, reauthentication_needed
 */
export async function removeFactor(viewer: ApiViewer, id: string): Promise<{ id: string }> {
  const factor = await findFactor(viewer, id);
  requireFullLevel(viewer);
  if (!factor.isVerified) {
    await prisma().apiFactor.deleteMany({ where: { id: factor.id, userId: viewer.id } });
    return { id: factor.id };
  }
  const confirmed = confirmedFor(viewer);
  if (factor.kind === 'totp') await removeAuthenticator(confirmed);
  else await removePasskey(confirmed, factor.id);
  return { id: factor.id };
}

/** Forgets, as part of `tx`, factors of a kind that wait beside the one that was verified. */
export async function forgetEnrolled(tx: Transaction, userId: string, kind: FactorKind): Promise<void> {
  await tx.db.apiFactor.deleteMany({ where: { userId, kind } });
}

/** Deletes factors that nobody has verified, and questions that nobody has answered; the worker calls it daily. */
export async function deleteExpiredFactors(): Promise<void> {
  await prisma().apiFactor.deleteMany({ where: { expiresAt: { lte: now() } } });
  await prisma().apiFactorChallenge.deleteMany({ where: { expiresAt: { lte: now() } } });
}
