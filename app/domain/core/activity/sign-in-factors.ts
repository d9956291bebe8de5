/** By what somebody proves who they are, in the words that the activity log's sentences take. */
const factorWords = {
  password: 'a password',
  mail: 'a link or code from an email',
  passkey: 'a passkey',
  provider: 'an account of a sign-in provider',
  authenticator: 'a code of an authenticator app',
  recovery_code: 'a recovery code',
  /** A code that was typed and is neither: which it was meant to be cannot be told. */
  code: 'a code',
  none: 'no proof, as a guest',
};

export type SignInFactor = keyof typeof factorWords;

/** What an entry says of the factor (ASVS 16.3.1); null for entries from before it was kept. */
export type FactorDetails = { by: SignInFactor } | null;

/** " with a password"; nothing where the factor was not kept. */
export const withFactor = (details: FactorDetails): string =>
  details ? ` with ${factorWords[details.by]}` : '';

/** The factor behind a method of the auth API, as its tokens name it. */
export function factorOfMethod(method: string): SignInFactor {
  if (method === 'password' || method === 'passkey') return method;
  if (method === 'oauth') return 'provider';
  return method === 'anonymous' ? 'none' : 'mail';
}
