/** The list of pieces, and below it the pages of one. */
export const contentPath = '/admin/content';

/** The address of a piece's editor, or of another page about it. */
export const pieceAddress = (file: string, page: 'piece' | 'history' | 'preview' = 'piece'): string =>
  `${contentPath}/${page}?file=${file}`;

/** The address of a page about a course, by its file; null for another file. */
export function coursePageAddress(file: string, page: 'release' | 'report'): string | null {
  const [, courseSlug] = /^courses\/([a-z0-9-]+)\/course\.md$/.exec(file) ?? [];
  return courseSlug ? `${contentPath}/courses/${courseSlug}/${page}` : null;
}

/** The address of a course's outline, or of a page below it. */
export const courseAddress = (slug: string, below = ''): string => `${contentPath}/courses/${slug}${below}`;

/** The address of a quiz's editor, or of a page below it. */
export const quizAddress = (slug: string, below = ''): string => `${courseAddress(slug)}/quiz${below}`;

/** Files of questions and courses that were uploaded. */
export const contentImportsPath = `${contentPath}/imports`;

/** The address of the editor of a module's slides, or of the introduction's (0), or of a page below it. */
export const deckAddress = (slug: string, moduleId: number, below = ''): string =>
  `${courseAddress(slug)}/slides/${moduleId === 0 ? 'intro' : moduleId}${below}`;

/** The address of the editor of a product's sales page, or of a page below it. */
export const salesPageAddress = (productSlug: string, below = ''): string =>
  `${contentPath}/sales-pages/${productSlug}${below}`;

/** The address of the editor of a module's assignment. */
export const assignmentAddress = (slug: string, moduleId: number): string =>
  `${courseAddress(slug)}/assignment/${moduleId}`;

/** The address of the captions and downloads of a module, or of the introduction (0). */
export const courseFilesAddress = (slug: string, moduleId: number): string =>
  `${courseAddress(slug)}/files/${moduleId === 0 ? 'intro' : moduleId}`;

/** The address of captions or a download, for its authors. */
export const storedFileAddress = (name: string): string => `${contentPath}/files/${name}`;

/** The number of the module that the address of its slides or assignment names; null for what is none. */
export function moduleIdOf(part: string): number | null {
  if (part === 'intro') return 0;
  return /^[1-9]\d?$/.test(part) ? Number(part) : null;
}

/** The short name of the course that a file is a part of; null for any other piece. */
export const courseSlugOf = (file: string): string | null =>
  /^courses\/([a-z0-9-]+)\//.exec(file)?.[1] ?? null;

/** Where a piece is edited: a course by its outline, a quiz, slides and sales pages one by one, anything else as text. */
export function editAddress(file: string): string {
  const [, productSlug] = /^sales-pages\/([a-z0-9-]+)\.yaml$/.exec(file) ?? [];
  if (productSlug) return salesPageAddress(productSlug);
  const slug = courseSlugOf(file);
  if (slug && file.endsWith('/course.md')) return courseAddress(slug);
  if (slug && file.endsWith('/quiz.yaml')) return quizAddress(slug);
  const [, part] = /\/(course|module-\d+)\.deck\.yaml$/.exec(file) ?? [];
  return slug && part ? deckAddress(slug, Number(part.replace(/\D+/, ''))) : pieceAddress(file);
}
