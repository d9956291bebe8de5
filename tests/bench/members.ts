import { courses, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { workOn } from '#tests/bench/site.ts';
import { newSession, newViewer } from '#tests/integration/people.ts';

/** How many take turns. */
const memberCount = 200;

/**
 * Makes members who are each in another place of their courses, and returns the cookies of their sessions. Pages of signed-in users
 * are asked for by all of them in turn.
 */
export async function makeMembers(databaseUrl: string): Promise<string[]> {
  workOn(databaseUrl);
  const slugs = [...courses().keys()];
  const cookies: string[] = [];
  for (let member = 0; member < memberCount; member++) {
    const viewer = await newViewer();
    // Everyone has begun the course that is measured, and two of the others.
    const begun = [
      'email-marketing',
      ...[member, member * 7 + 3].map((number) => slugs[number % slugs.length]),
    ];
    for (const course of begun.flatMap((slug) => findCourse(slug ?? '') ?? []))
      for (const module of course.modules.slice(0, 1 + (member % 3)))
        await markModuleComplete(viewer, course.slug, module.id);
    const cookie = await sessionCookie().serialize(await newSession(viewer.id));
    cookies.push(cookie.split(';', 1)[0] ?? '');
  }
  await disconnectDatabase();
  return cookies;
}
