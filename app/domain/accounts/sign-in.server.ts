import { createSession } from '#app/domain/accounts/sessions.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { verifyPassword } from '#app/platform/crypto.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** The account an address and password belong to. */
export interface Credentials {
  email: string;
  password: string;
}

/**
 * Checks an address and password. Unknown addresses take as long, and get the same answer, as wrong passwords.
 * @throws {Refusal} invalid, when they do not belong together; not_allowed, when the account is inactive.
 */
export async function checkCredentials({ email, password }: Credentials): Promise<{ id: string }> {
  const user = await prisma().user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, status: true },
  });
  const isRight = await verifyPassword(password, user?.passwordHash);
  if (!user || !isRight) throw new Refusal('invalid', 'Invalid login credentials');
  if (user.status !== 'active')
    throw new Refusal('not_allowed', 'This account is inactive. Please contact support.');
  return { id: user.id };
}

/** Begins a session for a user whose credentials were checked; returns the secret for the cookie. */
export function startSession(userId: string, userAgent: string | null): Promise<string> {
  return transaction((tx) => createSession(tx, userId, userAgent));
}
