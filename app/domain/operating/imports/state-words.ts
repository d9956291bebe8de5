/** So many rejected rows are shown; the file of rows has them all. */
export const shownRejected = 20;

/** What has become of a file, as the list and its page call it. */
const stateWords: Readonly<Record<string, string>> = {
  mapping: 'Choose columns',
  checking: 'Being checked',
  checked: 'Ready to import',
  importing: 'Being imported',
  imported: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  failed: 'Can’t be read',
};

export const importStateWords = (state: string): string => stateWords[state] ?? state;
