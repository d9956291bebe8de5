import type { Course, Module } from '#app/domain/learning/courses/catalogue.server.ts';
import { currentCourses, findCurrentCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import { plainText } from '#app/platform/content/plain-text.server.ts';

/** The course a public page shows a piece of: the one named, else the first there is, or null without content. */
export function sampleCourse(slug: string): Course | null {
  return findCurrentCourse(slug) ?? currentCourses().find(({ modules }) => modules.length > 0) ?? null;
}

/** Splits Markdown before each second-level heading; a `##` inside a code block is none. */
export function splitSections(markdown: string): string[] {
  const sections: string[] = [];
  let isFenced = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    if (sections.length === 0 || (!isFenced && line.startsWith('## '))) sections.push(line);
    else sections[sections.length - 1] += `\n${line}`;
  }
  return sections;
}

/** The first `count` sections of a lesson as HTML, and how many are left out. */
export function renderOpening(module: Module, count: number): { html: string; omitted: number } {
  const sections = splitSections(module.lesson);
  const opening = sections.slice(0, count).join('\n');
  return { html: renderMarkdown(opening, module.folder).html, omitted: Math.max(0, sections.length - count) };
}

/** A heading or a paragraph, as plain text. */
interface TeaserBlock {
  kind: 'heading' | 'text';
  text: string;
}

/**
 * How a lesson begins: its first headings and sentences, up to the first list, table or code block and about as many characters.
 * What is left out ends in an ellipsis: nothing is there that is not shown.
 */
export function lessonTeaser(module: Module, characters: number): TeaserBlock[] {
  const blocks: TeaserBlock[] = [];
  let remaining = characters;
  for (const block of module.lesson.split(/\n\s*\n/)) {
    const heading = /^##+\s+(\S.*)$/.exec(block)?.[1];
    if (!heading && !/^[A-Z"'*]/.test(block)) break;
    const whole = plainText(heading ?? block);
    const text = heading ? whole : sentencesWithin(whole, remaining);
    remaining -= text.length;
    if (text)
      blocks.push({ kind: heading ? 'heading' : 'text', text: text === whole ? text : `${text} \u2026` });
    if (text !== whole) break;
  }
  while (blocks.at(-1)?.kind === 'heading') blocks.pop();
  return blocks;
}

/** The whole sentences at the beginning of a text that take no more than so many characters. */
function sentencesWithin(text: string, characters: number): string {
  let excerpt = '';
  for (const sentence of text.split(/(?<=[.!?]["'\u201d\u2019]?) /)) {
    const more = excerpt ? `${excerpt} ${sentence}` : sentence;
    if (more.length > characters) break;
    excerpt = more;
  }
  return excerpt;
}
