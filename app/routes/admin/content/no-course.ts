import { contentPath } from '#app/routes/admin/content/piece-address.ts';
import { notFound } from '#app/routes/http/not-found.ts';

/** What is thrown in the admin area for a course that is neither on the site nor begun. */
export const noCourse = () => notFound('There is no such course', { to: contentPath, label: 'Content' });
