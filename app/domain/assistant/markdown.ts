/** Text of the library, or of a person, within Markdown of ours: its signs mean nothing. */
export const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&');
