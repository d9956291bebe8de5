import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { ProfileInput } from '#app/domain/people/accounts/schemas.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** The profile as its owner sees it; `role` is the free-text job title (P5). */
interface Profile {
  name: string;
  email: string;
  phone: string;
  company: string;
  role: string;
  bio: string;
  memberSince: Date;
  /** Of their picture; null where their initials are shown. */
  pictureId: string | null;
}

/** The profile of a user. */
export async function findProfile(userId: string): Promise<Profile> {
  const { jobTitle, createdAt, ...profile } = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      name: true,
      email: true,
      phone: true,
      company: true,
      jobTitle: true,
      bio: true,
      createdAt: true,
      pictureId: true,
    },
  });
  return { ...profile, role: jobTitle, memberSince: createdAt };
}

/** Saves what a user may change about themselves: never the account's role, status or address. */
export async function updateProfile(userId: string, input: ProfileInput): Promise<void> {
  const { role, ...fields } = input;
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    const profile = { ...fields, jobTitle: role || 'Member' };
    // Saved as it is, nothing has changed.
    if ((await tx.db.user.count({ where: { id: userId, ...profile } })) > 0) return;
    await tx.db.user.update({ where: { id: userId }, data: profile });
    await recordActivity(tx, { kind: 'profile_updated', userId, actorId: userId });
  });
}
