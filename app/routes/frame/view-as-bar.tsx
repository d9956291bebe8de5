import { buttonClass } from '#app/ui/button.tsx';
import { FromServer } from '#app/ui/from-server.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';

/** Stands above every page that an admin looks at as a member. */
export function ViewAsBar({ name }: { name: string }) {
  return (
    <FromServer
      as="section"
      id="frame-view-as"
      label="Viewing as a member"
      className="no-print border-b border-warn bg-warn-soft text-warn"
    >
      {import.meta.env.SSR ? <StopViewing name={name} /> : null}
    </FromServer>
  );
}

function StopViewing({ name }: { name: string }) {
  return (
    <form
      method="post"
      action="/view-as/end"
      className="page flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
    >
      <PostedField />
      <p>
        You see the site as <strong>{name}</strong> does. Nothing can be changed, and it is logged.
      </p>
      <button type="submit" className={buttonClass('secondary')}>
        Stop
      </button>
    </form>
  );
}
