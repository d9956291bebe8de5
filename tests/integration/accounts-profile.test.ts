import { expect, it } from 'vitest';
import { findProfile, updateProfile } from '#app/domain/accounts/profile.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { activityOf, newUser } from '#tests/integration/people.ts';

it('the profile changes the job title, never the role, and nobody else’s', async () => {
  const [user, other] = [await newUser(), await newUser()];
  await updateProfile(user.id, { name: 'New Name', phone: '1', company: 'Co', role: 'admin', bio: 'Hi' });
  const after = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
  expect(after).toMatchObject({ name: 'New Name', jobTitle: 'admin', role: 'member' });
  expect(await prisma().user.findUniqueOrThrow({ where: { id: other.id } })).toEqual(other);
});

it('the profile shows its owner what they have saved; without a job title they are a member', async () => {
  const user = await newUser();
  const fields = { name: 'New Name', phone: '1', company: 'Co', bio: 'Hi' };
  await updateProfile(user.id, { ...fields, role: '' });
  expect(await findProfile(user.id)).toEqual({
    ...fields,
    role: 'Member',
    email: user.email,
    memberSince: user.createdAt,
  });
  expect(await activityOf(user.id)).toEqual(['Profile updated']);
});
