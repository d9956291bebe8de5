import { guides, playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type ToolBox, toolBoxesIn } from '#app/platform/content/tool-box.server.ts';

/** A box, and where its text is to be edited. */
export interface PlacedToolBox extends ToolBox {
  /** The file, inside content/. */
  file: string;
}

/** Months after which a box is to be compared with its page again. */
const monthsToStand = 3;

/** Every box in the lessons, guides and playbooks, by file. @throws {Error} where one cannot be used */
export function toolBoxes(): PlacedToolBox[] {
  const pieces = [
    ...[...courses().values()].flatMap(({ slug, modules }) =>
      modules.map(({ id, lesson }) => ({ file: `courses/${slug}/module-${id}.md`, text: lesson })),
    ),
    ...[...guides().values()].map(({ slug, body }) => ({ file: `guides/${slug}.md`, text: body })),
    ...[...playbooks().values()].map(({ slug, body }) => ({ file: `playbooks/${slug}.md`, text: body })),
  ];
  return pieces
    .flatMap(({ file, text }) => toolBoxesIn(text).map((box) => ({ ...box, file })))
    .sort((a, b) => a.file.localeCompare(b.file));
}

/** Months since January of year 0, by which months are told apart. */
function monthsOf(value: string): number {
  const [year, month] = value.split('-').map(Number);
  return (year ?? 0) * 12 + (month ?? 0);
}

/** The boxes that were last checked more than a quarter ago, the oldest first (P139). */
export function dueToolBoxes(all: readonly PlacedToolBox[] = toolBoxes(), at = now()): PlacedToolBox[] {
  const present = monthsOf(at.toISOString().slice(0, 7));
  return all
    .filter(({ checked }) => present - monthsOf(checked) > monthsToStand)
    .sort((a, b) => a.checked.localeCompare(b.checked));
}

const line = ({ file, tool, about, checked, copy, page }: PlacedToolBox) =>
  `${checked}  ${file}\n  ${tool}: ${about}\n  ${page}${copy ? `  (copy: ${copy})` : ''}`;

/** The editor's list, in words: boxes to be checked again; with `all`, every box, the longest unchecked first. */
export function toolBoxReport(what = ''): string {
  const all = toolBoxes();
  const due = dueToolBoxes(all);
  const listed = what === 'all' ? all.sort((a, b) => a.checked.localeCompare(b.checked)) : due;
  const copies = all.filter(({ copy }) => copy).length;
  const sum = `${all.length} boxes in lessons, guides and playbooks, ${due.length} of them checked more than ${monthsToStand} months ago, ${copies} by a copy of their page or by quotations.`;
  return [...listed.map(line), sum].join('\n');
}
