import type { Course, Video } from '#app/domain/learning/courses/catalogue.server.ts';
import { courseFileAddress, courseFilesFolder } from '#app/domain/learning/courses/course-files.ts';

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

/** Where the captions of a video are; those that were uploaded are for whoever may read the lesson. */
function captionsAddress(courseSlug: string, moduleId: number, video: Video | null): string | null {
  const captions = video?.captions;
  if (!captions) return null;
  return captions.startsWith(courseFilesFolder)
    ? courseFileAddress(courseSlug, moduleId, captions)
    : captions;
}

function playable(
  courseSlug: string,
  moduleId: number,
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
    captions: captionsAddress(courseSlug, moduleId, video),
    poster: video?.thumbnail ?? null,
  };
}

/** An admin's replacement of a video. */
export interface VideoOverride {
  moduleId: number;
  vimeoId: string | null;
  url: string | null;
}

/** What videos are named from: a course, or a series without one. */
export type VideoSource = Pick<Course, 'slug' | 'introVideo' | 'modules'>;

/** The videos of a course or series by module id (0 the intro), an admin's overrides applied. */
export function videosOf(
  course: VideoSource,
  overrides: readonly VideoOverride[],
): Map<number, PlayableVideo> {
  const byModule = new Map(overrides.map((row) => [row.moduleId, row]));
  const videos = new Map<number, PlayableVideo>();
  const add = (id: number, video: Video | null) => {
    const playableVideo = playable(course.slug, id, video, byModule.get(id));
    if (playableVideo) videos.set(id, playableVideo);
  };
  add(introModuleId, course.introVideo);
  for (const module of course.modules) add(module.id, module.video);
  return videos;
}
