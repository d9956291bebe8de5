/** Kinds that can be added to, each with what its button and its page are called: the site counts and lists them by itself. */
export const newPieceLabels = {
  courses: 'New course',
  modules: 'New module',
  quizzes: 'New quiz',
  slides: 'New slides',
  guides: 'New guide',
  playbooks: 'New playbook',
} as const;

type NewKind = keyof typeof newPieceLabels;

export const newKinds = Object.keys(newPieceLabels) as [NewKind, ...NewKind[]];

/** The longest end of an address, in characters. */
export const maxShortName = 60;

/** The end of an address from a title: what is left of it in small letters, digits and hyphens; empty where nothing is. */
export function shortNameOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  if (words.length <= maxShortName) return words;
  // Whole words only, where the first one fits.
  const end = words.slice(0, maxShortName + 1).lastIndexOf('-');
  return words.slice(0, end > 0 ? end : maxShortName);
}
