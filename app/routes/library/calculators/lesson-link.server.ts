import { href } from 'react-router';
import { guides } from '#app/domain/learning/articles/articles.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';

/** The lesson or guide in which a calculator's sum is taught: its address and what it is called. */
export function pieceOf(piece: string): { to: string; title: string } {
  const [folder = '', name = ''] = piece.split('/');
  if (folder === 'guides') {
    const title = guides().get(name)?.title ?? 'the guide';
    return { to: href('/training/guides/:guideSlug', { guideSlug: name }), title };
  }
  const course = findCourse(folder);
  const module = course?.modules.find(({ id }) => name === `module-${id}`);
  return {
    to: href('/courses/:courseSlug/:moduleSegment', { courseSlug: folder, moduleSegment: name }),
    title: module ? `${module.title} (${course?.title})` : 'its lesson',
  };
}
