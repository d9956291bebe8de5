import { playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { type Course, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { dayMs } from '#app/platform/durations.ts';

const exercise = /^Exercise:\s*/;

/** What somebody has made who did the exercises of a course: each by its words, with the heading it stands under. */
export function exercisesOfCourse(course: Course): { moduleId: number; text: string; headingId: string }[] {
  return course.modules.flatMap((module) =>
    renderLesson(module)
      .headings.filter(({ text }) => exercise.test(text))
      .map(({ id, text }) => {
        const words = text.replace(exercise, '');
        return { moduleId: module.id, text: words.charAt(0).toUpperCase() + words.slice(1), headingId: id };
      }),
  );
}

/** How many days (UTC) a course took, the first and the last among them; null where none is known. */
export function daysTaken(beganAt: Date | null, endedAt: Date | null): number | null {
  if (!beganAt || !endedAt) return null;
  return Math.floor(endedAt.getTime() / dayMs) - Math.floor(beganAt.getTime() / dayMs) + 1;
}

/** The playbook in which a course is put to use: the first its lessons name, else the first of its topic; null without either. */
export function playbookAfter(course: Course): { slug: string; title: string; goal: string } | null {
  const linkedPlaybook = course.modules
    .flatMap(({ lesson }) => [...lesson.matchAll(/\(\/playbooks\/([a-z0-9-]+)/g)])
    .map(([, slug = '']) => playbooks().get(slug))
    .find((playbook) => playbook !== undefined);
  const playbook = linkedPlaybook ?? [...playbooks().values()].find(({ topic }) => topic === course.topic);
  return playbook ? { slug: playbook.slug, title: playbook.title, goal: playbook.goal } : null;
}
