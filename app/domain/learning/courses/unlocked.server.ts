import type { Product } from '#app/domain/core/catalogue/product.ts';
import { findCurrentCourse } from '#app/domain/learning/courses/catalogue.server.ts';

/** What a product unlocks of the library by itself, with where that is; empty for a membership, which unlocks everything. */
export function unlockedBy({ unlocks }: Pick<Product, 'unlocks'>): { title: string; to: string }[] {
  return unlocks.flatMap((name) => {
    if (name === 'guides') return [{ title: 'All guides and playbooks', to: '/training' }];
    const course = findCurrentCourse(name.replace(/^course:/, ''));
    return course ? [{ title: course.title, to: `/courses/${course.slug}` }] : [];
  });
}
