import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import {
  type AdminUser,
  asProtocolError,
  emailExists,
  readAccount,
  takeAccount,
  userNotFound,
} from '#app/domain/operating/account-api/account.server.ts';
import {
  addAccount,
  openInvitation,
  type PreparedAccount,
  prepareAccount,
} from '#app/domain/operating/account-api/add-account.server.ts';
import { issueChangeLink } from '#app/domain/people/accounts/email-change-links.server.ts';
import {
  type AppMail,
  type CodeMade,
  type CodePurpose,
  issueCode,
} from '#app/domain/people/accounts/mailed-codes.server.ts';
import { isUniqueViolation, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** What a program has a link made for, as the protocol names it. */
export const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;

export type LinkType = (typeof linkTypes)[number];

/** A link that a program asks for, to mail it itself. */
interface WantedLink {
  type: LinkType;
  email: string;
  /** Of a change of the address. */
  newEmail: string;
  /** Of a sign-up. */
  password: string | null;
  userMetadata: Record<string, unknown>;
  mail: AppMail;
}

/** A link and a code, with the account they lead to. */
type LinkReply = AdminUser & {
  action_link: string;
  email_otp: string;
  hashed_token: string;
  redirect_to: string;
  verification_type: LinkType;
};

interface Link {
  userId: string;
  type: LinkType;
  made: CodeMade;
}

const purposes = { magiclink: 'sign_in', recovery: 'reset_password' } as const;

/** The account that a link is for, made where there is none and the link makes one, and what the link proves. */
async function openAccount(
  tx: Transaction,
  actor: Actor,
  { type, email }: WantedLink,
  prepared: PreparedAccount,
): Promise<{ userId: string; purpose: CodePurpose; type: LinkType }> {
  if (type === 'invite')
    return { userId: await openInvitation(tx, actor, prepared), purpose: 'invite', type };
  const present = await tx.db.user.findUnique({ where: { email }, select: { id: true } });
  if (!present && type === 'recovery') throw userNotFound();
  if (!present)
    return { userId: await addAccount(tx, actor, prepared), purpose: 'verify_email', type: 'signup' };
  const target = await takeAccount(tx, actor, 'users:send_link', present.id);
  if (target.email !== email) throw userNotFound();
  if (type !== 'magiclink' && type !== 'recovery') {
    if (target.isVerified) throw emailExists();
    return { userId: target.id, purpose: 'verify_email', type };
  }
  return { userId: target.id, purpose: purposes[type], type };
}

async function makeLink(
  tx: Transaction,
  actor: Actor,
  wanted: WantedLink,
  prepared: PreparedAccount,
): Promise<Link> {
  const { type, email, newEmail, mail } = wanted;
  if (type !== 'email_change_current' && type !== 'email_change_new') {
    const { userId, purpose, type: made } = await openAccount(tx, actor, wanted, prepared);
    return { userId, type: made, made: await issueCode(tx, userId, purpose, mail) };
  }
  const user = await tx.db.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw userNotFound();
  const target = await takeAccount(tx, actor, 'users:set_address', user.id);
  if (target.email !== email) throw userNotFound();
  if ((await tx.db.user.count({ where: { email: newEmail } })) > 0) throw emailExists();
  const side = type === 'email_change_current' ? 'old' : 'new';
  return { userId: user.id, type, made: await issueChangeLink(tx, user.id, newEmail, side, mail) };
}

/**
 * Makes a link and a code that a program mails itself. They do what a mail of the site's own would, once and for as long. A sign-up, an
 * invitation and a link to sign in make an account where there is none. None leads to an admin's account.
 * @throws {AuthApiError} user_not_found, email_exists, not_admin, weak_password, validation_failed
 * @throws {Refusal} invalid (field password)
 */
export async function generateLink(actor: Actor, wanted: WantedLink): Promise<LinkReply> {
  const { email, password, userMetadata, mail } = wanted;
  const account = { email, password, isVerified: false, userMetadata, appMetadata: {} };
  const prepared = await prepareAccount(account);
  try {
    const { userId, type, made } = await transaction(async (tx) => {
      const link = await makeLink(tx, actor, wanted, prepared);
      await recordAudit(tx, actor, {
        action: 'sign_in_link_made',
        subject: { type: 'user', id: link.userId },
        after: { type: link.type },
      });
      return link;
    });
    return {
      ...(await readAccount(userId)),
      action_link: made.url,
      email_otp: made.code,
      hashed_token: made.token,
      redirect_to: mail.redirectTo,
      verification_type: type,
    };
  } catch (error) {
    // Another request has made the account meanwhile.
    throw isUniqueViolation(error, 'email') ? emailExists() : asProtocolError(error);
  }
}
