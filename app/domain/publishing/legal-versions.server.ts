import { splitMarkdown } from '#app/platform/content/files.server.ts';

const versionIn = (matter: string) => /^version: *["']?(\d{4}-\d\d-\d\d)/m.exec(matter)?.[1] ?? '';

/** Whoever has accepted a legal text has accepted its wording of a day: another wording needs a later day. */
export function legalProblems(current: string | null, next: string): string[] {
  const before = current === null ? null : splitMarkdown(current);
  const after = splitMarkdown(next);
  if (!before || !after || before.body === after.body) return [];
  return versionIn(after.matter) > versionIn(before.matter)
    ? []
    : [`version: the wording is another, so it needs a later day than ${versionIn(before.matter)}.`];
}
