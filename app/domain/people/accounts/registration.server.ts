import { randomInt, randomUUID } from 'node:crypto';
import { activityWrite } from '#app/domain/core/activity/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { acceptanceWrite } from '#app/domain/learning/legal/acceptance.server.ts';
import {
  mailLimits,
  mayMailStranger,
  type RegistrationAttempt,
} from '#app/domain/people/accounts/attempts.server.ts';
import { queueVerificationMail } from '#app/domain/people/accounts/email-verification.server.ts';
import { registrationProof } from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { type AppMail, queueCodeMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { hashOfNetwork } from '#app/domain/people/accounts/network.server.ts';
import { refusePersonalPassword } from '#app/domain/people/accounts/password-rules.server.ts';
import type { Registration, SellerAddresses } from '#app/domain/people/accounts/schemas.server.ts';
import type { Referrer } from '#app/domain/programme/affiliates/attribution.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { newId, writeTogether } from '#app/platform/database/write-together.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import { hashPassword } from '#app/platform/secrets/crypto.server.ts';

/** A handle for affiliate links from an address: letters and digits of its local part, and something to make it unique. */
export function usernameFrom(email: string, unique: string): string {
  const base = (email.split('@')[0] ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 24);
  return `${base || 'member'}-${unique}`;
}

const fourRandom = () =>
  randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0');

/** What is written of an account beside what its owner typed. */
interface NewAccount {
  email: string;
  name: string;
  passwordHash: string | null;
  referredById: string | null;
  referralClickId: string | null;
  signupNetwork: string | null;
  /** Of who signs up as an affiliate (P73). */
  seller: SellerAddresses | null;
}

/** What somebody registers with: without a password where they sign in by mail. */
interface RegistrationInput extends Pick<Registration, 'email' | 'firstName' | 'lastName'> {
  password: string | null;
}

/** A sign-up in an app, through the auth API. */
interface AppSignUp {
  /** The id that the account will have; nobody's where there is one already. */
  id: string;
  mail: AppMail;
  /** What the app keeps with the account. */
  userMetadata: Record<string, unknown>;
  /** What an operator's test site does instead of mailing: the account is verified at once. */
  isVerified: boolean;
  /** Whether the account is made by the mail alone: another mail than that of a registration is sent. */
  isMailedElsewhere: boolean;
  /** Whether nobody has given an address, on a test site: that of the account is made up. */
  isAnonymous?: boolean;
}

/** What came of a registration. */
interface Registered {
  /** What the browser keeps, to show later that the account was made with it; worth nothing where there was one already. */
  proof: string;
  isNew: boolean;
}

/**
 * Registers an account: a member with an unverified address, who is mailed a link to verify it and has accepted the terms and the
 * privacy policy as they are now; with a `seller`, an affiliate, who has accepted the affiliate agreement too. Whoever came by a
 * referral belongs to that affiliate (`referrer`) for good.
 * Whether the address is already registered shows neither in the answer nor in the work done before it: both run the same
 * statements, and the mails, which differ, are a job's. To one address go three of them a day at most.
 * @throws {Refusal} invalid (field password), when the password is the person's own name or address.
 */
export async function registerAccount(
  attempt: RegistrationAttempt,
  registration: RegistrationInput,
  referrer: Referrer | null,
  seller: SellerAddresses | null = null,
  app: AppSignUp | null = null,
): Promise<Registered> {
  const { email, password } = registration;
  refuseOwnName(registration);
  const passwordHash = password === null ? null : await hashPassword(password);
  const account = {
    email,
    name: nameIn(registration),
    passwordHash,
    referredById: referrer?.referrerId ?? null,
    referralClickId: referrer?.clickId ?? null,
    signupNetwork: hashOfNetwork(attempt.by),
    seller,
  };
  const isMailed =
    !app?.isVerified &&
    !app?.isMailedElsewhere &&
    (attempt.mayMail ?? (await mayMailStranger(email, mailLimits.registration)));
  // A handle that is taken is one in a million: then with another.
  let isNew: boolean | null = null;
  while (isNew === null) isNew = await transaction((tx) => createAccount(tx, account, isMailed, app));
  return { proof: registrationProof(passwordHash ?? ''), isNew };
}

const nameIn = ({ firstName, lastName }: Pick<RegistrationInput, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

/** @throws {Refusal} invalid (field password), when the password is the person's own name or address */
export function refuseOwnName({ email, password, ...names }: RegistrationInput): void {
  if (password !== null) refusePersonalPassword(password, { email, name: nameIn(names) });
}

/** Whether there was no account with the address; null when the account's handle was taken, and nothing was written. */
async function createAccount(
  tx: Transaction,
  account: NewAccount,
  isMailed: boolean,
  app: AppSignUp | null,
): Promise<boolean | null> {
  const user = await makeOrFind(tx, account, app);
  if (!user) return null;
  const { id, isMade } = user;
  // Whoever typed the address need not be its owner: for an account that was there before, nobody accepts.
  const documents = account.seller
    ? (['terms', 'privacy', 'affiliate-agreement'] as const)
    : (['terms', 'privacy'] as const);
  // The same statement where there was an account before, of which it changes nothing.
  await writeTogether(tx, [
    acceptanceWrite(isMade ? id : randomUUID(), documents),
    ...(app
      ? [
          Prisma.sql`
            INSERT INTO api_accounts (user_id, user_metadata, is_anonymous)
            SELECT ${id}::uuid, ${JSON.stringify(app.userMetadata)}::jsonb, ${app.isAnonymous === true}
            WHERE ${isMade}::boolean`,
        ]
      : []),
    activityWrite(
      tx,
      isMade
        ? { kind: 'member_registered', userId: id, actorId: id }
        : { kind: 'registration_repeated', userId: id },
    ),
  ]);
  const { gt, lt } = doubleSubmitWindow();
  const isPressedTwice = user.createdAt > gt && user.createdAt < lt;
  // Whoever presses twice is mailed what belongs to the first press, and not that there is an account (P101).
  const isNew = isMade || isPressedTwice;
  const mail = {
    userId: id,
    isNew,
    mailKey: isNew ? `registered:${id}` : randomUUID(),
    ...(app ? { app: app.mail } : {}),
  };
  if (isMailed) await sendJobWith(tx, 'mail-registered', mail);
  return isMade;
}

interface MadeOrFound {
  id: string;
  createdAt: Date;
  isMade: boolean;
}

/** The account of an address: a new one where there was none. Undefined when the new one's handle was taken. One statement. */
async function makeOrFind(
  tx: Transaction,
  { email, name, passwordHash, referredById, referralClickId, signupNetwork, seller }: NewAccount,
  app: AppSignUp | null,
): Promise<MadeOrFound | undefined> {
  const role = Prisma.sql`${seller ? 'affiliate' : 'member'}::role`;
  const rate = seller ? Prisma.sql`${siteSettings().programme.affiliatePercent}::int` : Prisma.sql`DEFAULT`;
  const verifiedAt = app?.isVerified ? now() : null;
  const [user] = await tx.db.$queryRaw<MadeOrFound[]>`
    WITH made AS (
      INSERT INTO users (id, email, name, password_hash, username, role, assigned_role, contact_email, paypal_email, commission_rate,
        referred_by, referral_click_id, signup_network, email_verified_at)
      VALUES (${app?.id ?? newId()}::uuid, ${email}, ${name}, ${passwordHash}, ${usernameFrom(email, fourRandom())}, ${role}, ${role},
        ${seller?.contactEmail ?? null}, ${seller?.paypalEmail ?? null}, ${rate}, ${referredById}::uuid, ${referralClickId}::uuid,
        ${signupNetwork}, ${verifiedAt}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING id, created_at
    )
    SELECT id, created_at AS "createdAt", true AS "isMade" FROM made
    UNION ALL SELECT id, created_at, false FROM users WHERE email = ${email} AND NOT EXISTS (SELECT 1 FROM made)`;
  return user;
}

/** Mails what belongs to a registration: the link to verify the address, or that there has been an account before. A job, safe to repeat. */
export async function mailRegistered({
  userId,
  isNew,
  mailKey = null,
  app,
}: {
  userId: string;
  isNew: boolean;
  mailKey?: string | null;
  app?: AppMail;
}): Promise<void> {
  await transaction(async (tx) => {
    if (await isMailQueued(tx, mailKey)) return;
    const user = await tx.db.user.findUnique({
      where: { id: userId },
      select: { id: true, email: true, name: true },
    });
    if (!user) return;
    if (isNew && app) return queueCodeMail(tx, user, 'verify_email', app, mailKey);
    if (isNew) return queueVerificationMail(tx, user, mailKey);
    const mail = {
      name: user.name,
      signInUrl: `${config().appUrl}/login`,
      resetUrl: `${config().appUrl}/login?mode=reset`,
    };
    await queueMail(tx, user.email, 'already-registered', mail, mailKey);
  });
}
