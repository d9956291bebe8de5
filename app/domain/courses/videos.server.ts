import type { Course, Video } from '#app/domain/courses/catalogue.server.ts';
import { readPrepared } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What a page needs to show a video; null where none is set yet. */
export interface PlayableVideo {
  title: string | null;
  vimeoId: string | null;
  /** Used when there is no Vimeo id. */
  url: string | null;
  captions: string | null;
  poster: string | null;
}

/** Module 0 stands for the course's intro. */
export const introModuleId = 0;

function playable(
  video: Video | null,
  override?: { vimeoId: string | null; url: string | null },
): PlayableVideo | null {
  const vimeoId = override ? override.vimeoId : (video?.vimeoId ?? null);
  const url = override ? override.url : (video?.url ?? null);
  if (!vimeoId && !url) return null;
  return {
    title: video?.title ?? null,
    vimeoId,
    url,
    captions: video?.captions ?? null,
    poster: video?.thumbnail ?? null,
  };
}

/** The videos of a course or series by module id (0 the intro), an admin's overrides applied; one query. */
export async function findCourseVideos(
  course: Pick<Course, 'slug' | 'introVideo' | 'modules'>,
): Promise<Map<number, PlayableVideo>> {
  const overrides = await readPrepared<{ moduleId: number; vimeoId: string | null; url: string | null }>(
    'video-overrides',
    Prisma.sql`SELECT module_id AS "moduleId", vimeo_id AS "vimeoId", url FROM video_overrides WHERE course_id = ${course.slug}`,
  );
  const byModule = new Map(overrides.map((row) => [row.moduleId, row]));
  const videos = new Map<number, PlayableVideo>();
  const add = (id: number, video: Video | null) => {
    const found = playable(video, byModule.get(id));
    if (found) videos.set(id, found);
  };
  add(introModuleId, course.introVideo);
  for (const module of course.modules) add(module.id, module.video);
  return videos;
}
