import { visit } from 'unist-util-visit';
import { type Document, textOfNode } from '#app/domain/publishing/document.server.ts';
import { altLength } from '#app/domain/publishing/image-alt.ts';

/** Headings begin at ##, leave no level out, have words of their own and something below them. */
export function headingProblems({ tree }: Document): string[] {
  let last = 1;
  const seen = new Set<string>();
  const above: string[] = [];
  return tree.children.flatMap((node, index) => {
    if (node.type !== 'heading') return [];
    const { depth } = node;
    const text = textOfNode(node).trim();
    const problems: string[] = [];
    if (depth === 1 || depth > last + 1)
      problems.push(
        `The heading "${text}" is of level ${depth}: begin at ## and leave no level out after level ${last}.`,
      );
    last = depth;
    above.length = depth;
    above[depth] = text;
    const key = above.join(' > ');
    const next = tree.children[index + 1];
    if (text === '') problems.push('A heading has no words.');
    else if (!next || (next.type === 'heading' && next.depth <= depth))
      problems.push(`Nothing stands below the heading "${text}".`);
    else if (seen.has(key)) problems.push(`The heading "${text}" is there twice.`);
    seen.add(key);
    return problems;
  });
}

/** Pieces that are long enough to need headings. */
const longer =
  /^(courses\/[^/]+\/module-\d+\.md|guides|playbooks\/[^.]+\.md|email-course|ebook\/\d|legal|series\/workbooks)/;

/** Longer pieces are divided by two headings at least. */
export const divisionProblems = ({ path, tree }: Document): string[] =>
  longer.test(path) && tree.children.filter(({ type }) => type === 'heading').length < 2
    ? ['A text of this kind needs two headings at least.']
    : [];

/** Markdown holds no HTML. */
export function htmlProblems({ tree }: Document): string[] {
  const problems: string[] = [];
  visit(tree, 'html', ({ value }) => {
    problems.push(`HTML is not shown: ${value.slice(0, 80)}`);
  });
  return problems;
}

/** Tables have at most four columns, and as many cells in each row. */
export function tableProblems({ tree }: Document): string[] {
  const problems: string[] = [];
  visit(tree, 'table', ({ children, position }) => {
    const columns = children[0]?.children.length ?? 0;
    if (columns > 4 || children.some((row) => row.children.length !== columns))
      problems.push(
        `The table in line ${position?.start.line ?? '?'} of the text: at most four columns, each row as long as the first.`,
      );
  });
  return problems;
}

/** Pictures say what they show to whoever cannot see them. */
export function pictureProblems({ tree }: Document): string[] {
  const problems: string[] = [];
  visit(tree, 'image', ({ alt, title, url }) => {
    const text = alt?.trim() ?? '';
    if (
      text.length < altLength.min ||
      /^(an? )?(image|picture|graphic|figure) of/i.test(text) ||
      text === title
    )
      problems.push(
        `The picture ${url} needs words that say what it shows, ${altLength.min} characters at least.`,
      );
  });
  return problems;
}

/** Lessons end in an exercise to tick; playbooks have numbered steps and a template to copy. */
export function promiseProblems({ path, tree, body }: Document): string[] {
  let hasBoxes = false;
  let hasSteps = /^#+ (Step )?\d/m.test(body);
  let hasTemplate = false;
  visit(tree, (node) => {
    if (node.type === 'code') hasTemplate = true;
    if (node.type !== 'list') return;
    const boxes = node.children.some(({ checked }) => typeof checked === 'boolean');
    hasBoxes ||= boxes;
    hasSteps ||= node.ordered === true;
  });
  if (/^courses\/.*module-\d+\.md$/.test(path)) return hasBoxes ? [] : ['A lesson needs a checklist.'];
  if (!/^playbooks\/[^.]+\.md$/.test(path)) return [];
  return [
    ...(hasSteps ? [] : ['A playbook needs numbered steps.']),
    ...(hasTemplate ? [] : ['A playbook needs a template to copy.']),
  ];
}

/** How the pieces of the shipped library are built beyond what a page needs. */
export const libraryStructureProblems = (document: Document): string[] => [
  ...divisionProblems(document),
  ...tableProblems(document),
  ...promiseProblems(document),
];

/** What keeps a page from being read well by everybody, in words for its author. */
export const pageStructureProblems = (document: Document): string[] => [
  ...headingProblems(document),
  ...htmlProblems(document),
  ...pictureProblems(document),
];
