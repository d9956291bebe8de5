import { z } from 'zod';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { mayUseCommunity } from '#app/domain/talk/community/posting-rules.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Whether somebody may be told that a thread has changed while they look at it: a member, of one that is shown. One query. */
export async function mayFollowThread(viewer: Viewer, id: string): Promise<boolean> {
  if (!mayUseCommunity(viewer) || !z.uuid().safeParse(id).success) return false;
  return (await prisma().communityThread.count({ where: { id, isHidden: false } })) > 0;
}
