import type { VideoOverride } from '#app/domain/learning/courses/videos.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';

/** The videos that were set for modules of a course in place of those that its texts name. One query. */
export const findVideoOverrides = (courseSlug: string): Promise<VideoOverride[]> =>
  prisma().videoOverride.findMany({
    where: { courseId: courseSlug },
    orderBy: { moduleId: 'asc' },
    select: { moduleId: true, vimeoId: true, url: true },
  });

/** Gives a course that is not on the site yet the videos that it will have, as part of `tx`. */
export async function setVideosBeforePublishing(
  tx: Transaction,
  courseSlug: string,
  videos: readonly { module: number; vimeoId: string | null; url: string | null }[],
): Promise<void> {
  const updatedAt = now();
  await tx.db.videoOverride.createMany({
    data: videos.map(({ module, vimeoId, url }) => ({
      courseId: courseSlug,
      moduleId: module,
      vimeoId,
      url,
      updatedAt,
    })),
    skipDuplicates: true,
  });
}
