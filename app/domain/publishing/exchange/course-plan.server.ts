import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import type {
  CoursePart,
  CourseText,
  ModuleOrder,
  NotRead,
  PackagedRelease,
  PackagedVideo,
} from '#app/domain/publishing/exchange/packaged-course.ts';
import { fileText } from '#app/platform/content/files.server.ts';

/** A course as it waits to be imported. */
export interface CoursePlan {
  title: string;
  slug: string;
  files: CourseText[];
  parts: CoursePart[];
  modules: ModuleOrder;
  release: PackagedRelease | null;
  /** Its pictures: new ones, and those that this site has already. */
  pictureCount: number;
  /** Its drawings. */
  figures: CourseText[];
  videos: PackagedVideo[];
  /** Its captions and downloads: new ones, and those that this site has already. */
  fileCount: number;
  skipped: NotRead[];
}

/** What was read of a file. An earlier release kept the names of drawings alone, and no videos or files. */
export function readPlan(stored: unknown): CoursePlan {
  const plan = stored as Omit<CoursePlan, 'figures' | 'videos' | 'fileCount'> &
    Partial<Pick<CoursePlan, 'videos' | 'fileCount'>> & { figures: (CourseText | string)[] };
  const figures = plan.figures.map((figure) =>
    typeof figure === 'string'
      ? { name: figure, text: fileText(`courses/${plan.slug}/${figure}`) ?? '' }
      : figure,
  );
  return { ...plan, figures, videos: plan.videos ?? [], fileCount: plan.fileCount ?? 0 };
}
/** What a file that holds a course would bring. */
export interface CourseReview {
  title: string;
  /** What its author is offered as short name, and the course of that name, if there is one. */
  slug: string;
  existing: { slug: string; title: string } | null;
  parts: CoursePart[];
  pictureCount: number;
  fileCount: number;
  releaseMode: PackagedRelease['mode'] | null;
  skipped: NotRead[];
}

/** What a file that holds a course would bring, before it is imported. One query. */
export async function reviewCourse(stored: unknown): Promise<CourseReview> {
  const plan = readPlan(stored);
  const existing = await openOutline(plan.slug);
  return {
    title: plan.title,
    slug: plan.slug,
    existing: existing && { slug: existing.slug, title: existing.title },
    parts: plan.parts,
    pictureCount: plan.pictureCount,
    fileCount: plan.fileCount,
    releaseMode: plan.release?.mode ?? null,
    skipped: plan.skipped,
  };
}
