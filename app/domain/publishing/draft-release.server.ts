import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  setReleaseBeforePublishing,
  type TypedRelease,
} from '#app/domain/learning/courses/release-schedule.server.ts';
import { requireOutline } from '#app/domain/publishing/course-changes.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/**
 * Saves the release schedule of a course that is not on the site yet (P259): it holds from the moment of publishing, so that no module is
 * open for a while that should not be. Nobody has started the course, so nobody is notified.
 * @throws {Refusal} not_allowed; not_found; conflict where the course was published, or the schedule saved, meanwhile
 */
export async function saveReleaseOfDraft(
  actor: Actor,
  courseSlug: string,
  { mode, version, entries }: TypedRelease,
): Promise<void> {
  const outline = await requireOutline(courseSlug);
  if (outline.isOnSite)
    throw new Refusal('conflict', 'This course was just published. Reload the page, then save the schedule.');
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await lockContent(tx);
    const before = await tx.db.courseRelease.findUnique({ where: { courseId: courseSlug } });
    if ((before?.version ?? 0) !== version)
      throw new Refusal(
        'conflict',
        'Somebody has changed the schedule meanwhile. Reload the page, then change it again.',
      );
    await setReleaseBeforePublishing(tx, courseSlug, { mode, entries });
    await recordAudit(tx, actor, {
      action: 'course_release_saved',
      subject: { type: 'content', id: outline.course.path },
      before: before ? { mode: before.mode, entries: JSON.stringify(before.entries) } : { mode: 'any' },
      after: { mode, entries: JSON.stringify(entries) },
    });
  });
}
