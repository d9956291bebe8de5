/** The list of pieces, and below it the pages of one. */
export const contentPath = '/admin/content';

/** The address of a piece's editor, or of another page about it. */
export const pieceAddress = (file: string, page: 'piece' | 'history' | 'preview' = 'piece'): string =>
  `${contentPath}/${page}?file=${file}`;
