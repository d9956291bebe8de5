import { z } from 'zod';
import {
  type Course,
  findCourse,
  findCurrentCourse,
  videoSchema,
} from '#app/domain/learning/courses/catalogue.server.ts';
import type { VideoSource } from '#app/domain/learning/courses/videos.server.ts';
import { config } from '#app/platform/config.server.ts';
import { ContentError, listContent, perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { type BoxKeys, type RenderedText, renderOnce } from '#app/platform/content/markdown.server.ts';

const seriesSchema = z.strictObject({
  title: z.string().min(2).max(80),
  subtitle: z.string().min(2).max(80),
  description: z.string().min(20).max(200),
  whatYouWillLearn: z.array(z.string().min(8)).min(3).max(8),
  related: z.array(z.string()).max(4),
  /** The course whose modules the page shows. */
  course: z.string().optional(),
  video: videoSchema.optional(),
  /** The guest who recorded it: a real person, who has agreed to be named. Without one the page says that there is none. */
  expertRole: z.string().min(10).optional(),
  bio: z.string().min(40).optional(),
});

const workbookSchema = z.strictObject({ title: z.string().min(2), subtitle: z.string().min(2) });

/** A series as its file in content/series tells it. */
export type Series = z.output<typeof seriesSchema> & { slug: string; body: string; boxes: BoxKeys };

function readSeries(file: string): Series {
  const { attributes, ...text } = readMarkdown(`series/${file}`, seriesSchema);
  if (attributes.course && !findCourse(attributes.course))
    throw new ContentError(`content/series/${file}: there is no course ${attributes.course}`);
  return { ...attributes, slug: file.slice(0, -'.md'.length), ...text };
}

/** Every series by slug, the one with a course first, then by title; read once. @throws {ContentError} */
export const allSeries = perContent(
  (): ReadonlyMap<string, Series> =>
    new Map(
      listContent('series', /^[a-z0-9-]+\.md$/)
        .map(readSeries)
        .sort((a, b) => Number(!a.course) - Number(!b.course) || a.title.localeCompare(b.title))
        .map((series) => [series.slug, series]),
    ),
);

/** What lists show of a series. */
function summarizeSeries({ slug, title, description }: Series) {
  return { slug, title, description };
}

/** The series `related` names, without those that do not exist. */
export function relatedSeries(series: Series) {
  return series.related.flatMap((slug) => {
    const other = allSeries().get(slug);
    return other ? [summarizeSeries(other)] : [];
  });
}

/** The course whose modules belong to a series, unless it is archived; or undefined. */
export function courseOfSeries(series: Series): Course | undefined {
  return series.course ? findCurrentCourse(series.course) : undefined;
}

/** What a series is about, as HTML. */
export function renderAbout(series: Series): RenderedText {
  return renderOnce(series, series.body, '', true, series.boxes);
}

/** What the videos of a series are named from: its course, or itself. */
export function videoSourceOf(series: Series): VideoSource {
  return courseOfSeries(series) ?? { slug: series.slug, introVideo: series.video ?? null, modules: [] };
}

const madeWorkbooks = perContent(() => new Map<string, Promise<Uint8Array<ArrayBuffer>>>());

/** The workbook of a series as a Word document, made once for each content; null when there is none of that slug. */
export async function findWorkbook(slug: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!allSeries().has(slug)) return null;
  const workbooks = madeWorkbooks();
  let workbook = workbooks.get(slug);
  if (!workbook) {
    const { attributes, body } = readMarkdown(`series/workbooks/${slug}.md`, workbookSchema);
    const { brandName, appUrl } = config();
    workbook = import('#app/platform/documents/docx/docx.server.ts').then(({ buildDocx }) =>
      buildDocx({ ...attributes, body, author: brandName, baseUrl: appUrl }),
    );
    // A failure is told to whoever waited, and the next call tries again.
    workbook.catch(() => workbooks.delete(slug));
    workbooks.set(slug, workbook);
  }
  return workbook;
}
