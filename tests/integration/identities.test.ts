import { describe, expect, it } from 'vitest';
import { revokeAccess } from '#app/domain/people/accounts/account-access.server.ts';
import { beginFlow, finishFlow, takeFlow } from '#app/domain/people/identities/flows.server.ts';
import {
  linkIdentity,
  listIdentities,
  unlinkIdentity,
} from '#app/domain/people/identities/identities.server.ts';
import type { ProviderProfile } from '#app/domain/people/identities/providers.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { signInAtProvider, withIdentityProvider } from '#tests/integration/identity-provider.ts';
import { newEmail, newUser, subjectsTo } from '#tests/integration/people.ts';
import { newConfirmed } from '#tests/integration/second-factors.ts';

withIdentityProvider();

let profiles = 0;
function newProfile(): ProviderProfile {
  profiles += 1;
  return {
    provider: 'acme',
    issuer: 'https://acme.example',
    subject: `linked-${profiles}`,
    email: newEmail(),
    isEmailVerified: false,
    givenName: '',
    familyName: '',
  };
}

const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => (error as { problem?: string }).problem ?? String(error),
  );

async function holder() {
  const { user, confirmed } = await newConfirmed();
  await prisma().user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
  return { user, confirmed, holder: { userId: user.id, sessionId: confirmed.sessionId } };
}

describe('linking a provider to an account that one is signed in to', () => {
  it('works whatever the address there is, and tells the owner', async () => {
    const { user, holder: asking } = await holder();
    await linkIdentity(asking, newProfile());
    expect(await listIdentities(user.id)).toMatchObject([{ provider: 'acme', name: 'Acme' }]);
    expect(await subjectsTo(user.email)).toContain('Acme can sign you in');
  });

  it('is refused for an identity of another account, and said to be done for one’s own', async () => {
    const [one, other] = [await holder(), await holder()];
    const profile = newProfile();
    await linkIdentity(one.holder, profile);
    expect(await problemOf(linkIdentity(other.holder, profile))).toBe('linked_elsewhere');
    expect(await problemOf(linkIdentity(one.holder, profile))).toBe('already_linked');
  });

  it('of two accounts at once, one gets it', async () => {
    const [one, other] = [await holder(), await holder()];
    const profile = newProfile();
    const outcomes = await Promise.all(
      [one, other].map(({ holder: asking }) => problemOf(linkIdentity(asking, profile))),
    );
    expect(outcomes.sort()).toEqual(['done', 'linked_elsewhere']);
  });

  it('is refused while the address of the account is unverified, and by a session that has ended', async () => {
    const { user, holder: asking } = await holder();
    await prisma().user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } });
    expect(await problemOf(linkIdentity(asking, newProfile()))).not.toBe('done');
    await prisma().user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
    await prisma().session.updateMany({ where: { userId: user.id }, data: { revokedAt: new Date() } });
    expect(await problemOf(linkIdentity(asking, newProfile()))).not.toBe('done');
    expect(await listIdentities(user.id)).toEqual([]);
  });

  it('goes to the provider and back by the site’s own address, bound to account and session', async () => {
    const { holder: linksTo } = await holder();
    const purpose = { linksTo, redirectTo: '/profile', challenge: null, isApi: false };
    const { address, browserToken } = await beginFlow('acme', purpose, null);
    const back = await signInAtProvider(address, { sub: 'someone' });
    expect(back.pathname).toBe('/continue/callback');
    const state = back.searchParams.get('state') ?? '';
    // What the site's pages have begun, the API does not finish.
    expect(await problemOf(takeFlow(state, browserToken, true))).toBe('no_flow');
    const flow = await takeFlow(state, browserToken, false);
    expect(flow).toMatchObject({ linksTo, redirectTo: '/profile' });
    expect(await finishFlow(flow, back.search)).toMatchObject({ subject: 'someone', isEmailVerified: false });
  });
});

describe('unlinking', () => {
  it('leaves the last way in, and takes any other; the owner is told', async () => {
    const { user, confirmed, holder: asking } = await holder();
    await linkIdentity(asking, newProfile());
    const [identity] = await listIdentities(user.id);
    await prisma().user.update({ where: { id: user.id }, data: { passwordHash: null } });
    const unlink = () => problemOf(unlinkIdentity(confirmed, identity?.id ?? ''));
    expect(await unlink()).toBe('last_way_in');
    await linkIdentity(asking, newProfile());
    expect(await unlink()).toBe('done');
    expect(await unlink()).toBe('no_identity');
    expect(await subjectsTo(user.email)).toContain('Acme no longer signs you in');
  });

  it('takes none of another account', async () => {
    const [one, other] = [await holder(), await holder()];
    await linkIdentity(one.holder, newProfile());
    const [identity] = await listIdentities(one.user.id);
    expect(await problemOf(unlinkIdentity(other.confirmed, identity?.id ?? ''))).toBe('no_identity');
  });
});

it('the first proof of a mailbox removes what was linked before (P181)', async () => {
  const user = await newUser();
  const { provider, issuer, subject, email, isEmailVerified } = newProfile();
  const at = new Date();
  await prisma().userIdentity.create({
    data: {
      userId: user.id,
      provider,
      issuer,
      subject,
      email,
      isEmailVerified,
      createdAt: at,
      lastSignInAt: at,
    },
  });
  expect(await transaction((tx) => revokeAccess(tx, user.id))).toContain('1 linked account');
  expect(await listIdentities(user.id)).toEqual([]);
});
