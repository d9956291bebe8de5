import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findPicture, removePicture, setPicture } from '#app/domain/people/accounts/picture.server.ts';
import { findProfile, updateProfile } from '#app/domain/people/accounts/profile.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { activityOf, newSession, newUser } from '#tests/integration/people.ts';
import { viewerOf } from '#tests/integration/second-factors.ts';

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
    pictureId: null,
  });
  expect(await activityOf(user.id)).toEqual(['Profile updated']);
});

describe('a profile’s picture', () => {
  const png = async (color: string) =>
    new Uint8Array(
      await sharp({ create: { width: 300, height: 90, channels: 3, background: color } })
        .png()
        .toBuffer(),
    );
  const pictureOf = async (userId: string) => (await findProfile(userId)).pictureId;

  it('is kept as a square, drawn anew, under another address each time', async () => {
    const user = await newUser();
    await setPicture(user.id, await png('red'));
    const first = await pictureOf(user.id);
    const kept = await findPicture(first ?? '');
    expect(await sharp(kept ?? undefined).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    });
    expect((await viewerOf(await newSession(user.id))).pictureId).toBe(first);
    await setPicture(user.id, await png('blue'));
    const second = await pictureOf(user.id);
    expect(second).not.toBe(first);
    expect(await findPicture(first ?? '')).toBeNull();
    await removePicture(user.id);
    await removePicture(user.id);
    expect(await pictureOf(user.id)).toBeNull();
    expect(await findPicture(second ?? '')).toBeNull();
    expect(await activityOf(user.id)).toEqual(expect.arrayContaining(['Picture changed', 'Picture removed']));
  });

  it.each([
    ['nothing', ''],
    ['a PDF', '%PDF-1.4'],
    ['a drawing with scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['what begins as a picture', 'GIF89a and no more'],
  ])('is no %s', async (_, text) => {
    const user = await newUser();
    await expect(setPicture(user.id, new Uint8Array(Buffer.from(text)))).rejects.toMatchObject({
      field: 'files',
    });
    expect(await pictureOf(user.id)).toBeNull();
  });

  it('has 5 MB at most, and is changed ten times an hour', async () => {
    const user = await newUser();
    const large = new Uint8Array(5_000_001);
    large.set(await png('red'));
    await expect(setPicture(user.id, large)).rejects.toMatchObject({ field: 'files' });
    const small = await png('red');
    for (let count = 0; count < 10; count += 1) await setPicture(user.id, small);
    await expect(setPicture(user.id, small)).rejects.toThrow(RateLimitExceeded);
  });
});
