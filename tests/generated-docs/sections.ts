import { readFileSync } from 'node:fs';
import { jobsTable } from '#tests/generated-docs/jobs-table.ts';
import { wingsDiagram } from '#tests/generated-docs/wings-diagram.ts';

/** The parts of docs/architecture.md that are made from the code, by the name in their markers. */
const sections: Record<string, () => string> = { wings: wingsDiagram, jobs: jobsTable };

export const generatedDocument = 'docs/architecture.md';

/** The document with its generated parts as the code is now. Throws where a marker is missing. */
export function withGeneratedSections(text = readFileSync(generatedDocument, 'utf8')): string {
  return Object.entries(sections).reduce((document, [name, make]) => {
    const begin = `<!-- generated: ${name}, by npm run docs -->`;
    const end = `<!-- end of ${name} -->`;
    const from = document.indexOf(begin);
    const to = document.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${generatedDocument} has no "${begin}" with its "${end}".`);
    return `${document.slice(0, from)}${begin}\n\n${make()}\n\n${document.slice(to)}`;
  }, text);
}
