import { href } from 'react-router';
import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';

/** What is thrown for a course that nobody knows. */
export const courseNotFound = () =>
  notFound("Course Not Found. The course you're looking for doesn't exist.");

/** What is thrown for an archived course that its reader has not started. */
export const courseArchived = ({ title }: Pick<Course, 'title'>) =>
  notFound(`This course is archived. ${title} takes no new learners. Whoever had started it keeps it.`, {
    to: href('/courses'),
    label: 'All courses',
  });

/** What is thrown for a module that a course does not have. */
export const moduleNotFound = (courseSlug: string) =>
  notFound('Module not found. This course has no such module.', {
    to: href('/courses/:courseSlug', { courseSlug }),
    label: 'Back to Course Overview',
  });
