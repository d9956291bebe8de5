import { Refusal } from '#app/domain/core/values/errors.ts';

/** Why a sign-in by an identity provider, or the linking of an identity, was refused. */
export type IdentityProblem =
  | 'unknown_provider'
  | 'provider_down'
  | 'canceled'
  | 'bad_answer'
  | 'no_flow'
  | 'email_not_verified'
  | 'account_not_linked'
  | 'linked_elsewhere'
  | 'already_linked'
  | 'last_way_in'
  | 'no_identity'
  | 'inactive';

/** A refusal that the site's pages show in its words and the auth API in those of its protocol. */
export class IdentityRefusal extends Refusal {
  readonly problem: IdentityProblem;

  constructor(problem: IdentityProblem, kind: Refusal['kind'], message: string) {
    super(kind, message);
    this.problem = problem;
  }
}

const words: Readonly<
  Record<IdentityProblem, (name: string) => readonly [kind: Refusal['kind'], message: string]>
> = {
  unknown_provider: () => ['not_found', 'This site has no such sign-in provider.'],
  provider_down: (name) => [
    'unavailable',
    `${name} is not answering right now. Try again in a few minutes, or sign in another way.`,
  ],
  canceled: (name) => ['invalid', `You canceled the sign-in at ${name}. Nothing was changed.`],
  bad_answer: (name) => [
    'invalid',
    `We could not confirm the answer from ${name}. Start again from the sign-in page.`,
  ],
  no_flow: () => [
    'invalid',
    'This sign-in has expired, was already used, or began in another browser. Start again from the sign-in page.',
  ],
  email_not_verified: (name) => [
    'invalid',
    `${name} has not verified your email address. Verify it there, or sign in here with your password.`,
  ],
  account_not_linked: (name) => [
    'invalid',
    `There is already an account with this email address, and the address is not verified here. Sign in to it and verify the address, then link ${name} under Profile > Security.`,
  ],
  linked_elsewhere: (name) => ['conflict', `This ${name} account is linked to another account here.`],
  already_linked: (name) => ['conflict', `This ${name} account is already linked to your account.`],
  last_way_in: (name) => [
    'invalid',
    `${name} is your only way to sign in. Set a password or add a passkey before you unlink it.`,
  ],
  no_identity: () => ['not_found', 'This account is not linked.'],
  inactive: () => ['not_allowed', 'This account is inactive. Please contact support.'],
};

/** A refusal; `name` is the provider's on buttons. */
export function identityRefusal(problem: IdentityProblem, name = ''): IdentityRefusal {
  const [kind, message] = words[problem](name);
  return new IdentityRefusal(problem, kind, message);
}
