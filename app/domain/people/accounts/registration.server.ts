import { randomInt, randomUUID } from 'node:crypto';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { acceptDocuments } from '#app/domain/learning/legal/acceptance.server.ts';
import { type Attempt, mailLimits, mayMailStranger } from '#app/domain/people/accounts/attempts.server.ts';
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
  { by: address }: Attempt<'registration'>,
  registration: RegistrationInput,
  referrer: Referrer | null,
  seller: SellerAddresses | null = null,
  app: AppSignUp | null = null,
): Promise<Registered> {
  const { email, firstName, lastName, password } = registration;
  const name = `${firstName} ${lastName}`.trim();
  if (password !== null) refusePersonalPassword(password, { email, name });
  const passwordHash = password === null ? null : await hashPassword(password);
  const account = {
    email,
    name,
    passwordHash,
    referredById: referrer?.referrerId ?? null,
    referralClickId: referrer?.clickId ?? null,
    signupNetwork: hashOfNetwork(address),
    seller,
  };
  const isMailed =
    !app?.isVerified && !app?.isMailedElsewhere && (await mayMailStranger(email, mailLimits.registration));
  // A handle that is taken is one in a million: then with another.
  let made: boolean | null = null;
  while (made === null) made = await transaction((tx) => createAccount(tx, account, isMailed, app));
  return { proof: registrationProof(passwordHash ?? ''), isNew: made };
}

/** Whether there was no account with the address; null when the account's handle was taken, and nothing was written. */
async function createAccount(
  tx: Transaction,
  account: NewAccount,
  isMailed: boolean,
  app: AppSignUp | null,
): Promise<boolean | null> {
  const { email, seller, ...fields } = account;
  const role = seller ? 'affiliate' : 'member';
  const [made] = await tx.db.user.createManyAndReturn({
    data: [
      {
        ...fields,
        ...(app ? { id: app.id, emailVerifiedAt: app.isVerified ? now() : null } : {}),
        email,
        username: usernameFrom(email, fourRandom()),
        role,
        assignedRole: role,
        contactEmail: seller?.contactEmail ?? null,
        paypalEmail: seller?.paypalEmail ?? null,
        ...(seller ? { commissionRate: siteSettings().programme.affiliatePercent } : {}),
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  const found = await tx.db.user.findUnique({ where: { email }, select: { id: true, createdAt: true } });
  if (!found) return null;
  // Whoever typed the address need not be its owner: for an account that was there before, nobody accepts.
  const documents = seller
    ? (['terms', 'privacy', 'affiliate-agreement'] as const)
    : (['terms', 'privacy'] as const);
  await acceptDocuments(tx, made?.id ?? randomUUID(), documents);
  await recordActivity(
    tx,
    made
      ? { kind: 'member_registered', userId: made.id, actorId: made.id }
      : { kind: 'registration_repeated', userId: found.id },
  );
  // The same statement where there was an account before, of which it changes nothing.
  if (app)
    await tx.db.$executeRaw`
      INSERT INTO api_accounts (user_id, user_metadata, is_anonymous)
      SELECT ${found.id}::uuid, ${JSON.stringify(app.userMetadata)}::jsonb, ${app.isAnonymous === true}
      WHERE ${made !== undefined}::boolean`;
  const { gt, lt } = doubleSubmitWindow();
  const isPressedTwice = found.createdAt > gt && found.createdAt < lt;
  // Whoever presses twice is mailed what belongs to the first press, and not that there is an account (P101).
  const isNew = made !== undefined || isPressedTwice;
  const mail = {
    userId: found.id,
    isNew,
    mailKey: isNew ? `registered:${found.id}` : randomUUID(),
    ...(app ? { app: app.mail } : {}),
  };
  if (isMailed) await sendJobWith(tx, 'mail-registered', mail);
  return made !== undefined;
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
