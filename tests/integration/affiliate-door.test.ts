import { describe, expect, it } from 'vitest';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { registerAccount } from '#app/domain/people/accounts/registration.server.ts';
import { affiliateSignUpSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { browser } from '#tests/integration/joining.ts';
import { activityOf, knownPassword, newEmail, newUser } from '#tests/integration/people.ts';

/** Signs in by the affiliates' door, from an address nobody else has. */
async function enter(email: string, password = knownPassword) {
  return signIn(await admit('sign_in', newEmail(), null), { email, password }, browser, 'sellers');
}

describe('the affiliates’ door (P81)', () => {
  it.each(['affiliate', 'reseller', 'pro_reseller'] as const)('lets a %s in', async (role) => {
    const { email } = await newUser({ role });
    expect(await enter(email)).toMatchObject({ kind: 'session', token: expect.any(String) });
  });

  it.each(['member', 'admin'] as const)('begins no session for a %s, and says so', async (role) => {
    const { id, email } = await newUser({ role });
    await expect(enter(email)).rejects.toMatchObject({
      kind: 'not_allowed',
      message: 'This login is for affiliates and resellers only. Please use the regular login.',
    });
    expect(await prisma().session.count({ where: { userId: id } })).toBe(0);
    expect(await activityOf(id)).toEqual(['A sign-in with a password was refused']);
  });

  it('tells nobody a role who has not the password', async () => {
    const { email } = await newUser();
    await expect(enter(email, 'another-password-1')).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Invalid login credentials',
    });
  });
});

describe('signing up as an affiliate (P73)', () => {
  const form = () => ({
    firstName: 'Ada',
    lastName: 'Example',
    email: newEmail(),
    contactEmail: newEmail(),
    paypalEmail: newEmail(),
    password: knownPassword,
    confirmPassword: knownPassword,
    acceptTerms: 'on',
  });

  async function signUp(typed: ReturnType<typeof form>): Promise<void> {
    const { contactEmail, paypalEmail, ...registration } = affiliateSignUpSchema.parse(typed);
    const attempt = await admit('registration', newEmail());
    await registerAccount(attempt, registration, null, { contactEmail, paypalEmail });
  }

  it('makes an affiliate at half of each payment, with the addresses given and the agreement accepted', async () => {
    const typed = form();
    await signUp(typed);
    const user = await prisma().user.findUniqueOrThrow({
      where: { email: typed.email },
      include: { legalAcceptances: true },
    });
    expect(user).toMatchObject({
      role: 'affiliate',
      assignedRole: 'affiliate',
      commissionRate: 50,
      contactEmail: typed.contactEmail,
      paypalEmail: typed.paypalEmail,
    });
    expect(user.legalAcceptances.map(({ document }) => document).sort()).toEqual([
      'affiliate-agreement',
      'privacy',
      'terms',
    ]);
  });

  it('changes nothing of an account that is there', async () => {
    const { id, email } = await newUser();
    await signUp({ ...form(), email });
    const user = await prisma().user.findUniqueOrThrow({
      where: { id },
      include: { legalAcceptances: true },
    });
    expect(user).toMatchObject({ role: 'member', paypalEmail: null, legalAcceptances: [] });
  });

  it('wants every field, addresses that are addresses, and two passwords alike', () => {
    const { error } = affiliateSignUpSchema.safeParse({
      ...form(),
      paypalEmail: 'not an address',
      confirmPassword: 'another-password-1',
    });
    expect(error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ['paypalEmail', 'Please enter a valid email address'],
      ['confirmPassword', 'Passwords do not match'],
    ]);
  });
});
