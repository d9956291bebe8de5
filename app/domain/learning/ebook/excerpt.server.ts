import { splitSections } from '#app/domain/learning/courses/excerpt.server.ts';
import { chapterSchema } from '#app/domain/learning/ebook/book.server.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { ContentError, listContent, perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

const excerpts = perContent(() => new Map<string, string>());

/** A section of the ebook as HTML, without its heading, rendered once. @throws {ContentError} where there is none of this heading */
export function bookExcerpt(chapter: number, heading: string): string {
  const rendered = excerpts();
  const key = `${chapter} ${heading}`;
  const html = rendered.get(key) ?? renderExcerpt(chapter, heading);
  rendered.set(key, html);
  return html;
}

function renderExcerpt(chapter: number, heading: string): string {
  for (const file of listContent('ebook', /^\d+-[a-z0-9-]+\.md$/)) {
    const { attributes, body } = readMarkdown(`ebook/${file}`, chapterSchema);
    if (attributes.chapter !== chapter) continue;
    const start = `## ${heading}\n`;
    const section = splitSections(body).find((text) => text.startsWith(start));
    if (section) return renderMarkdown(withFacts(section.slice(start.length))).html;
  }
  throw new ContentError(`content/site/dmd.yaml: excerpt: chapter ${chapter} has no section "${heading}"`);
}
