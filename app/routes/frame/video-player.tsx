import type { PlayableVideo } from '#app/domain/learning/courses/videos.server.ts';
import { Play } from '#app/ui/icon.tsx';

/** The address of Vimeo's player, without cookies (dnt); it starts at once. */
const vimeoAddress = (id: string) =>
  `https://player.vimeo.com/video/${id}?dnt=1&title=0&byline=0&portrait=0&autoplay=1`;

/**
 * A 16:9 video frame, at most 700 px wide. Vimeo's player is loaded when asked for, by a press. A direct address plays in the
 * browser's own player. With neither there is one line that says so: an empty frame of a video's size would keep the lesson from its
 * reader.
 */
export function VideoPlayer({
  video,
  title,
  posterNote = 'The written lesson below teaches the same, in full.',
}: {
  video: PlayableVideo | null;
  title: string;
  posterNote?: string | undefined;
}) {
  if (!video?.vimeoId && !video?.url) return <VideoPoster note={posterNote} />;
  return (
    <div className="aspect-video w-full max-w-[700px] overflow-hidden rounded-card border border-line bg-sunken">
      {video.vimeoId ? (
        <VimeoFrame id={video.vimeoId} title={video.title ?? title} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: a captions track is given wherever the content names one
        <video
          controls
          preload="none"
          className="size-full"
          poster={video.poster ?? undefined}
          src={video.url ?? undefined}
        >
          {video.captions ? (
            <track kind="captions" src={video.captions} srcLang="en" label="English" default />
          ) : null}
        </video>
      )}
    </div>
  );
}

/**
 * A disclosure: a frame that is not to be seen yet is not loaded. The player takes the place of what was pressed, and the focus
 * (app/ui/script/players.ts).
 */
function VimeoFrame({ id, title }: { id: string; title: string }) {
  return (
    <details key={id} className="group relative size-full">
      <summary className="absolute inset-0 grid content-center justify-items-center gap-3 text-muted hover:text-accent group-open:hidden">
        <span className="grid size-16 place-items-center rounded-full bg-accent text-on-accent">
          <Play className="size-8" />
        </span>
        <span className="font-medium">Play “{title}”</span>
      </summary>
      <iframe
        src={vimeoAddress(id)}
        title={title}
        className="absolute inset-0 size-full"
        loading="lazy"
        allow="autoplay; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </details>
  );
}

function VideoPoster({ note }: { note: string }) {
  return (
    <p className="reading-width w-full rounded-control border border-line bg-sunken px-4 py-2 text-sm text-muted">
      <span className="font-semibold text-ink">This video is on its way.</span>{' '}
      <span className="max-sm:hidden">{note}</span>
    </p>
  );
}
