import { z } from 'zod';
import { type Shelf, shelfOf } from '#app/domain/publishing/shelves.ts';
import { productOfSalesPage, salesPagesFolder } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import {
  contentText,
  currentOverrides,
  listContent,
  readMarkdown,
  withOverrides,
} from '#app/platform/content/files.server.ts';

const folders = [
  'guides',
  'playbooks',
  'email-course',
  'series',
  'site',
  'support',
  'support/phrasings',
  'calculators',
  'whats-new',
  'legal',
  salesPagesFolder,
];

/** Every piece there is now, by its path inside content/, in the order of their paths. */
export function piecePaths(): string[] {
  const inCourses = listContent('courses', /^[a-z0-9-]+$/).flatMap((slug) =>
    listContent(`courses/${slug}`, /\.(md|yaml)$/).map((name) => `courses/${slug}/${name}`),
  );
  const others = folders.flatMap((folder) =>
    listContent(folder, /\.(md|yaml)$/).map((name) => `${folder}/${name}`),
  );
  return [...inCourses, ...others, 'getting-started.md'].filter((path) => shelfOf(path));
}

const titled = z.looseObject({ title: z.string() });

/** The piece that a quiz or slides belong to, and what they are called beside it. */
function belonging(path: string): { to: string; as: string } | null {
  if (path.endsWith('/quiz.yaml')) return { to: path.replace(/quiz\.yaml$/, 'course.md'), as: 'quiz' };
  return path.endsWith('.deck.yaml') ? { to: path.replace(/deck\.yaml$/, 'md'), as: 'slides' } : null;
}

const folderOf = (path: string) => path.split('/').at(-2) ?? path;

/** What a piece is called in lists: its title, or the name of its file. */
export function titleOf(path: string): string {
  const part = belonging(path);
  if (part) return `${contentText(part.to) === null ? folderOf(path) : titleOf(part.to)}: ${part.as}`;
  const product = path.startsWith(`${salesPagesFolder}/`) ? productOfSalesPage(path) : undefined;
  if (product) return `${product.name}: sales page`;
  if (path.endsWith('.yaml') || contentText(path) === null) return path;
  try {
    return readMarkdown(path, titled).attributes.title;
  } catch {
    return path;
  }
}

/** What a piece would be called if it said this. */
export const titleOfText = (path: string, text: string): string =>
  withOverrides(new Map([...currentOverrides(), [path, text]]), () => titleOf(path));

/** The pieces of a shelf. */
export const piecesOf = (shelf: Shelf): string[] => piecePaths().filter((path) => shelf.pattern.test(path));
