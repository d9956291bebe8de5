import type { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { createLetter } from '#app/domain/operating/letters/letters.server.ts';
import type { courseLetterSchema } from '#app/domain/operating/letters/schemas.server.ts';
import { segmentWith } from '#app/domain/operating/segments/segment-reuse.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/**
 * Begins a letter about a course to members who have not started it, with the segment of them; the draft is made once however often
 * its form is sent, and a segment that asks for just that is used again. Gives the letter's id.
 * @throws {Refusal} not_allowed; not_found for a course that is not on the site; conflict past a hundred segments
 */
export async function addCourseLetter(
  actor: Actor,
  { course: slug, formKey }: z.output<typeof courseLetterSchema>,
): Promise<string> {
  const course = findCourse(slug);
  if (!course) throw new Refusal('not_found', 'This course is not on the site.');
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'letters:edit');
    return createLetter(tx, actor, formKey, async () => ({
      subject: `New course: ${course.title}`,
      body: [
        'Hello {{ first_name | there }},',
        `There is a new course in your membership: **${course.title}**. ${course.promise}`,
        `[Start the course](/courses/${slug} "button")`,
      ].join('\n\n'),
      kind: 'news',
      segmentId: await segmentWith(tx, actor, `Members who have not started ${course.title}`, [
        { field: 'access', values: { operator: 'has', entitlement: 'membership' } },
        { field: 'course', values: { operator: 'not_started', course: slug } },
      ]),
    }));
  });
}
