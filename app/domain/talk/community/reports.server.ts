import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { ReportForm } from '#app/domain/talk/community/forms.server.ts';
import { countAct, requireCommunity } from '#app/domain/talk/community/posting-rules.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What can be wrong with a post, as its reports name it. */
export const reportReasons = {
  spam: 'It advertises, or is spam',
  abuse: 'It attacks or insults somebody',
  private: 'It tells what is private, such as an address',
  other: 'Something else',
} as const satisfies Record<ReportForm['reason'], string>;

/** A post that can be reported, in short. One query. @throws {Refusal} not_found, also for one's own */
export async function findReportable(viewer: Viewer, postId: string) {
  requireCommunity(viewer);
  const post = await prisma().communityPost.findFirst({
    where: {
      id: postId,
      deletedAt: null,
      removedAt: null,
      OR: [{ authorId: { not: viewer.id } }, { authorId: null }],
    },
    select: { body: true, threadId: true, thread: { select: { title: true } } },
  });
  if (!post) throw new Refusal('not_found', 'This post no longer exists.');
  return { body: post.body, threadId: post.threadId, title: post.thread.title };
}

/** Tells moderators of a post, once for each post and member, and returns its thread. @throws {Refusal} not_found; {RateLimitExceeded} */
export async function reportPost(viewer: Viewer, postId: string, form: ReportForm): Promise<string> {
  const { threadId } = await findReportable(viewer, postId);
  await countAct(viewer, 'report');
  await prisma().communityReport.createMany({
    data: [{ postId, reporterId: viewer.id, ...form, createdAt: now() }],
    skipDuplicates: true,
  });
  return threadId;
}
