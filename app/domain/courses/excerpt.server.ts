import type { Course, Module } from '#app/domain/courses/catalogue.server.ts';
import { courses, findCourse } from '#app/domain/courses/catalogue.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import { plainText } from '#app/platform/content/plain-text.server.ts';

/** The course a public page shows a piece of: the one named, else the first there is, or null without content. */
export function sampleCourse(slug: string): Course | null {
  return findCourse(slug) ?? [...courses().values()].find(({ modules }) => modules.length > 0) ?? null;
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
  return { html: renderMarkdown(opening).html, omitted: Math.max(0, sections.length - count) };
}

/** A heading or a paragraph, as plain text. */
export interface TeaserBlock {
  kind: 'heading' | 'text';
  text: string;
}

/** How a lesson begins: its first headings and paragraphs, up to the first list, table or code block. */
export function lessonTeaser(module: Module): TeaserBlock[] {
  const blocks: TeaserBlock[] = [];
  for (const block of module.lesson.split(/\n\s*\n/)) {
    const heading = /^##+\s+(.+)$/.exec(block)?.[1];
    if (heading) blocks.push({ kind: 'heading', text: plainText(heading) });
    else if (/^[A-Z"'*]/.test(block)) blocks.push({ kind: 'text', text: plainText(block) });
    else break;
  }
  return blocks.slice(0, 4);
}
