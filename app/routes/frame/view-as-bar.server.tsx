import { renderToStaticMarkup } from 'react-dom/server';
import { buttonClass } from '#app/ui/button.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';

/** What stands above every page that an admin looks at as a member, as HTML. Its code stays on the server. */
export const renderViewAsBar = (name: string): string =>
  renderToStaticMarkup(
    <section
      aria-label="Viewing as a member"
      className="no-print border-b border-warn bg-warn-soft text-warn"
    >
      <form
        method="post"
        action="/view-as/end"
        className="page flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
      >
        <PostedField />
        <p>
          You see the site as{' '}
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          does. Nothing can be changed, and it is logged.
        </p>
        <button type="submit" className={buttonClass('secondary')}>
          Stop
        </button>
      </form>
    </section>,
  );
