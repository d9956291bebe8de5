import type { Course, Video } from '#app/domain/learning/courses/catalogue.server.ts';

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
    const playableVideo = playable(video, byModule.get(id));
    if (playableVideo) videos.set(id, playableVideo);
  };
  add(introModuleId, course.introVideo);
  for (const module of course.modules) add(module.id, module.video);
  return videos;
}
