import { z } from 'zod';
import { levels, topics } from '#app/domain/learning/courses/catalogue.server.ts';
import { hasContent, listContent, perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import {
  type BoxKeys,
  type RenderedText,
  renderMarkdown,
  renderOnce,
} from '#app/platform/content/markdown.server.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';

export const guideSchema = z.strictObject({
  title: z.string().min(2).max(100),
  description: z.string().min(20).max(180),
  topic: z.enum(topics),
  level: z.enum(levels),
  related: z.array(z.string()).max(4),
});

export const playbookSchema = guideSchema.extend({
  goal: z.string().min(10),
  time: z.string().min(3),
  inputs: z.array(z.string()).min(2).max(6),
  /** With a day anyone may read it, and lists say since when; without one it is for members. */
  published: z.iso.date().optional(),
});

interface WrittenPiece {
  slug: string;
  body: string;
  /** The names of boxes whose lines were reworded. */
  boxes: BoxKeys;
}

/** A guide as its file in content/guides tells it. */
export type Guide = z.output<typeof guideSchema> & WrittenPiece;
/** A playbook as its file in content/playbooks tells it. */
export type Playbook = z.output<typeof playbookSchema> & WrittenPiece;

/** What lists show of a guide or playbook. */
export interface ArticleSummary {
  slug: string;
  title: string;
  description: string;
  topic: string;
  level: string;
  /** Anyone may read it. */
  isFree: boolean;
}

/** Reads a folder of articles once, ordered by topic as filters show them, then by title. */
function shelf<S extends z.ZodType<z.output<typeof guideSchema>>>(folder: string, schema: S) {
  return perContent(
    (): ReadonlyMap<string, z.output<S> & WrittenPiece> =>
      new Map(
        listContent(folder, /^[a-z0-9-]+\.md$/)
          .map((file) => {
            const { attributes, ...text } = readMarkdown(`${folder}/${file}`, schema);
            return { ...attributes, slug: file.slice(0, -'.md'.length), ...text };
          })
          .sort((a, b) => topics.indexOf(a.topic) - topics.indexOf(b.topic) || a.title.localeCompare(b.title))
          .map((article) => [article.slug, article]),
      ),
  );
}

/** Every guide by slug, ordered by topic and title; read once. @throws {ContentError} */
export const guides = shelf('guides', guideSchema);
/** Every playbook by slug, ordered by topic and title; read once. @throws {ContentError} */
export const playbooks = shelf('playbooks', playbookSchema);

/** Addresses of guides that old links still name (P9). */
export const renamedGuides: ReadonlyMap<string, string> = new Map([
  ['building-mailing-list', 'mailing-list'],
]);

export function summarize(article: Guide | Playbook): ArticleSummary {
  const { slug, title, description, topic, level } = article;
  return { slug, title, description, topic, level, isFree: 'published' in article };
}

/** The articles `related` names, without those that do not exist. */
export function relatedArticles(
  article: Guide | Playbook,
  all: ReadonlyMap<string, Guide | Playbook>,
): ArticleSummary[] {
  return article.related.flatMap((slug) => {
    const other = all.get(slug);
    return other ? [summarize(other)] : [];
  });
}

/** The articles before and after one, in the order of the list; null at either end. */
export function neighbours(article: Guide | Playbook, all: ReadonlyMap<string, Guide | Playbook>) {
  const list = [...all.values()];
  const at = list.findIndex(({ slug }) => slug === article.slug);
  const summaryAt = (index: number) => {
    const neighbour = list[index];
    return neighbour ? summarize(neighbour) : null;
  };
  return { previous: summaryAt(at - 1), next: summaryAt(at + 1) };
}

/** The text of a guide as HTML, its figures from content/guides. */
export function renderGuide(guide: Guide): RenderedText {
  return renderOnce(guide, guide.body, 'guides', true, guide.boxes);
}

/** The text of a playbook as HTML; below its template, which is its last text to copy, what one can do with it. */
export const renderPlaybook = memoizeByObject((playbook: Playbook): RenderedText => {
  const { html, ...rest } = renderMarkdown(playbook.body);
  const end = html.lastIndexOf('</pre></div>') + '</pre>'.length;
  return {
    ...rest,
    html: end < '</pre>'.length ? html : html.slice(0, end) + waysOf(playbook) + html.slice(end),
  };
});

const hasSheet = (slug: string) => hasContent(`playbooks/${slug}.sheet.yaml`);

/** Where a template is filled in and taken along (app/routes/library/template). */
function waysOf({ slug }: Playbook): string {
  const at = `/playbooks/${slug}`;
  const files = hasSheet(slug) ? ['Word', 'Spreadsheet', 'Text'] : ['Word', 'Text'];
  const endings: Record<string, string> = { Word: 'docx', Spreadsheet: 'xlsx', Text: 'txt' };
  const links = files.map((name) => `<a href="${at}/template.${endings[name]}" download>${name}</a>`);
  return `<p class="template-ways no-print"><a href="${at}/template">Fill in your copy</a><span>Download: ${links.join(' ')}</span></p>`;
}
