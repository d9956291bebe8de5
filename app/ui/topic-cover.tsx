import { classNames } from '#app/ui/class-names.ts';
import type { Drawing } from '#app/ui/topic-drawings.ts';

/** Drawings by topic. */
export type Drawings = Readonly<Record<string, Drawing>>;

/** The drawing of a topic on its ground, 4:3; it says nothing that does not stand beside it in words. */
export function TopicCover({
  topic,
  drawings,
  className,
}: {
  topic: string;
  drawings: Drawings;
  className?: string;
}) {
  const drawing = drawings[topic];
  if (!drawing) return null;
  return (
    <svg
      viewBox="0 0 96 72"
      className={classNames('topic-cover', className)}
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawing.fill} />
      <path d={drawing.lines} />
    </svg>
  );
}
