import { href } from 'react-router';
import { notFound } from '#app/routes/http/not-found.ts';

/** What is thrown for a course that nobody knows. */
export const courseNotFound = () =>
  notFound("Course Not Found. The course you're looking for doesn't exist.");

/** What is thrown for a module that a course does not have. */
export const moduleNotFound = (courseSlug: string) =>
  notFound('Module not found. This course has no such module.', {
    to: href('/courses/:courseSlug', { courseSlug }),
    label: 'Back to Course Overview',
  });
