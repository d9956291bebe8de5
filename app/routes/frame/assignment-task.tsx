import { Prose } from '#app/ui/prose.tsx';

/** What to do in an assignment; its first line stands close to what is above it. */
export const AssignmentTask = ({ html }: { html: string }) => (
  <div className="[&_.prose>:first-child]:mt-0">
    <Prose html={html} />
  </div>
);
