import { classNames } from '#app/ui/class-names.ts';
import type { Drawing } from '#app/ui/topic-drawings.ts';

/** Drawings of courses, by slug. */
export type Drawings = Readonly<Record<string, Drawing>>;

/** The drawing of a course on its ground, 4:3; it says nothing that does not stand beside it in words. */
export function CourseCover({ drawing, className }: { drawing: Drawing | undefined; className?: string }) {
  if (!drawing) return null;
  return (
    <svg
      viewBox="0 0 96 72"
      className={classNames('course-cover', className)}
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawing.fill} />
      <path d={drawing.lines} />
    </svg>
  );
}
