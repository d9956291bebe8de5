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
