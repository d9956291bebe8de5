import { hasCourse } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';

/** Refuses what is about an archived course to whoever has not started it (P310). @throws {Refusal} not_allowed */
export async function requireCourse(viewer: Pick<Viewer, 'id' | 'role'>, courseSlug: string): Promise<void> {
  if (!(await hasCourse(viewer, courseSlug)))
    throw new Refusal('not_allowed', 'This course is archived. It takes no new learners.');
}
