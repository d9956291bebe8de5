import type { Aal, AuthMethod } from '#app/domain/people/auth-api/access-tokens.server.ts';

/** An account at an identity provider, as the API's queries read it; its times as JSON has them. */
interface ApiIdentityRow {
  id: string;
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  createdAt: string;
  lastSignInAt: string;
}

/** What the database holds of an account, as the API's queries read it. */
export interface ApiUserRow {
  id: string;
  email: string;
  createdAt: Date;
  updatedAt: Date;
  emailVerifiedAt: Date | null;
  secondFactorSince: Date | null;
  lastSignInAt: Date | null;
  userMetadata: Record<string, unknown> | null;
  appMetadata: Record<string, unknown> | null;
  invitedAt: Date | null;
  newEmail: string | null;
  emailChangeSentAt: Date | null;
  isAnonymous: boolean | null;
  factors: readonly FactorRow[] | null;
  /** Null for none. */
  identities: readonly ApiIdentityRow[] | null;
}

/** A second factor as the database holds it; its time as text. */
export interface FactorRow {
  id: string;
  kind: 'totp' | 'webauthn';
  name: string;
  isVerified: boolean;
  createdAt: string;
}

/** A second factor in the shape of the protocol. */
export function toFactor({ id, kind, name, isVerified, createdAt }: FactorRow) {
  const at = new Date(createdAt).toISOString();
  return {
    id,
    friendly_name: name,
    factor_type: kind,
    status: isVerified ? ('verified' as const) : ('unverified' as const),
    created_at: at,
    updated_at: at,
  };
}

const iso = (at: Date) => at.toISOString();
const timestampIfSet = (name: string, at: Date | null) => (at ? { [name]: iso(at) } : {});

/** What the operator's programs have set with an account, and how one signs in to it: every account but an anonymous one has its address. */
export const appMetadataOf = ({
  appMetadata,
  isAnonymous,
  identities,
}: Pick<ApiUserRow, 'appMetadata' | 'isAnonymous' | 'identities'>) => ({
  ...appMetadata,
  ...(isAnonymous
    ? {}
    : {
        provider: 'email',
        providers: [...new Set(['email', ...(identities ?? []).map(({ provider }) => provider)])],
      }),
});

/** The identity of an account at a provider. */
function providerIdentity(userId: string, identity: ApiIdentityRow) {
  const { id, provider, issuer, subject, email, isEmailVerified } = identity;
  const createdAt = iso(new Date(identity.createdAt));
  const lastSignInAt = iso(new Date(identity.lastSignInAt));
  return {
    identity_id: id,
    id: subject,
    user_id: userId,
    identity_data: {
      email,
      email_verified: isEmailVerified,
      phone_verified: false,
      iss: issuer,
      sub: subject,
    },
    provider,
    last_sign_in_at: lastSignInAt,
    created_at: createdAt,
    updated_at: lastSignInAt,
    email,
  };
}

/** The identity of an account by its own email address. */
function emailIdentity({
  id,
  email,
  createdAt,
  updatedAt,
  emailVerifiedAt,
  lastSignInAt,
  userMetadata,
}: ApiUserRow) {
  return {
    // An account has one identity by email, so that its own id stands for it.
    identity_id: id,
    id,
    user_id: id,
    identity_data: {
      ...userMetadata,
      email,
      email_verified: emailVerifiedAt !== null,
      phone_verified: false,
      sub: id,
    },
    provider: 'email',
    ...timestampIfSet('last_sign_in_at', lastSignInAt),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    email,
  };
}

/** An account in the shape of the protocol. */
export function toApiUser(row: ApiUserRow) {
  const confirmed = row.emailVerifiedAt;
  return {
    id: row.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: row.isAnonymous ? '' : row.email,
    ...timestampIfSet('email_confirmed_at', confirmed),
    ...timestampIfSet('invited_at', row.invitedAt),
    phone: '',
    ...timestampIfSet('confirmed_at', confirmed),
    ...(row.newEmail
      ? { new_email: row.newEmail, ...timestampIfSet('email_change_sent_at', row.emailChangeSentAt) }
      : {}),
    ...timestampIfSet('last_sign_in_at', row.lastSignInAt),
    app_metadata: appMetadataOf(row),
    user_metadata: row.userMetadata ?? {},
    identities: [
      ...(row.isAnonymous ? [] : [emailIdentity(row)]),
      ...(row.identities ?? []).map((identity) => providerIdentity(row.id, identity)),
    ],
    ...(row.factors ? { factors: row.factors.map(toFactor) } : {}),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    is_anonymous: row.isAnonymous === true,
  };
}

export type ApiUser = ReturnType<typeof toApiUser>;

/** Where a session stands: how somebody signed in to it, and whether a second factor was proven on it. */
export interface SessionStanding {
  methods: readonly AuthMethod[] | null;
  factorProvenAt: Date | null;
}

/**
 * The level of a session. A proof of a factor that was removed since, or replaced after all factors were removed, does not count: it
 * has to be younger than the account's present second step.
 */
export function levelOf(
  { factorProvenAt }: Pick<SessionStanding, 'factorProvenAt'>,
  { secondFactorSince }: Pick<ApiUserRow, 'secondFactorSince'>,
): Aal {
  return factorProvenAt && secondFactorSince && factorProvenAt >= secondFactorSince ? 'aal2' : 'aal1';
}
