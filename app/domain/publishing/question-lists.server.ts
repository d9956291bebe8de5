import { calculators } from '#app/domain/learning/calculators/calculators.ts';
import type { Document } from '#app/domain/publishing/document.server.ts';
import { supportFaq } from '#app/domain/site/site-copy/pages.server.ts';

/** What the keys of a list of questions name; null for any other file. */
function namesFor(path: string): { names: readonly string[]; where: string } | null {
  if (path === 'calculators/questions.yaml')
    return { names: [...calculators.keys()], where: 'among the calculators' };
  const [, group] = /^support\/phrasings\/([a-z-]+)\.yaml$/.exec(path) ?? [];
  if (!group) return null;
  const questions = supportFaq().find(({ id }) => id === group)?.questions ?? [];
  return { names: questions.map(({ question }) => question), where: `in support/faq.yaml under ${group}` };
}

/** Lists of questions name what is there: a key that names nothing would be found by nobody. */
export function questionListProblems({ path, data }: Pick<Document, 'path' | 'data'>): string[] {
  const list = namesFor(path);
  if (!list) return [];
  return Object.keys(data.file ?? {})
    .filter((key) => !list.names.includes(key))
    .map((key) => `There is no "${key}" ${list.where}.`);
}
