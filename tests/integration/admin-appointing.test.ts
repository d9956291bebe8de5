import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { runCommand } from '#app/program/operator-commands.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { linkIn, newEmail, newSession, newUser } from '#tests/integration/people.ts';

const userOf = (email: string) => prisma().user.findUniqueOrThrow({ where: { email } });

describe('admins, at the command line', () => {
  it('the first is made, with a link to choose a password', async () => {
    const email = newEmail();
    const said = await runCommand(['make-admin', email, 'owner']);
    expect(linkIn(said, '/reset-password/')).toBeTruthy();
    const user = await userOf(email);
    expect(user).toMatchObject({ role: 'admin', assignedRole: 'admin', adminLevel: 'owner' });
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'admin_appointed', actorId: null, after: { level: 'owner' } },
    ]);
  });

  it('a member becomes one of a level, and signs in as before', async () => {
    const { id, email } = await newUser();
    expect(await runCommand(['make-admin', email, 'support'])).toBe(
      'They are an admin now, and sign in as before.',
    );
    expect(await prisma().user.findUnique({ where: { id } })).toMatchObject({
      role: 'admin',
      adminLevel: 'support',
    });
  });

  it('one who has lost what they sign in with is let in again', async () => {
    const { user } = await newActor('owner');
    const token = await newSession(user.id);
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    expect(linkIn(await runCommand(['reset-admin', user.email]), '/reset-password/')).toBeTruthy();
    expect(await findViewer(token)).toBeNull();
    expect(await userOf(user.email)).toMatchObject({
      status: 'active',
      secondFactorSince: null,
      role: 'admin',
    });
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual(['admin_reset']);
  });

  it('one is dismissed', async () => {
    const { user } = await newActor('manager');
    const token = await newSession(user.id);
    await runCommand(['dismiss-admin', user.email]);
    expect(await userOf(user.email)).toMatchObject({
      role: 'member',
      assignedRole: 'member',
      adminLevel: 'support',
    });
    expect(await findViewer(token)).toBeNull();
  });

  it.each([
    [['make-admin', 'no address'], /address/],
    [['make-admin', 'a@example.com', 'king'], /owner, manager or support/],
    [['reset-admin', 'nobody@example.com'], /No admin/],
    [['dismiss-admin', 'nobody@example.com'], /No admin/],
  ])('says what is wrong: %j', async (words, message) => {
    await expect(runCommand(words)).rejects.toThrow(message);
  });
});
