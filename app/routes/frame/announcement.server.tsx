import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { currentAnnouncement, siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { Close } from '#app/ui/icon.tsx';

const barClass = 'no-print border-b border-line bg-accent-soft text-ink';
const insideClass = 'page flex items-center justify-between gap-x-4 gap-y-1';

/** What a page can be told of the database. */
interface Outage {
  isWithoutAccount?: boolean | undefined;
  isReadOnly?: boolean | undefined;
}

/**
 * What stands above every page, as HTML: for who is signed in, that their account cannot be reached, or that nothing can be saved (P243);
 * for admins, that the site is closed; for everybody, what is announced, which the page's script puts away
 * (app/ui/script/announcement.ts). Its code stays on the server.
 */
export function renderAnnouncement(isAdmin: boolean, { isWithoutAccount, isReadOnly }: Outage = {}): string {
  if (isWithoutAccount)
    return renderToStaticMarkup(
      <OutageBar label="Your account">
        We can’t reach your account right now, so you see this page as a visitor does. You are still signed
        in. Please try again in a minute.
      </OutageBar>,
    );
  if (isReadOnly)
    return renderToStaticMarkup(
      <OutageBar label="Reading only">
        You can read, but nothing can be saved right now. What you see may be a few seconds old. Please try
        again in a minute.
      </OutageBar>,
    );
  if (isAdmin && siteSettings().maintenance.isOn) return renderToStaticMarkup(<ClosedBar />);
  const announced = currentAnnouncement();
  if (!announced) return '';
  const { text, linkLabel, linkTo } = announced;
  // What was put away is known by what it said.
  const key = createHash('sha256').update(JSON.stringify(announced)).digest('base64url').slice(0, 12);
  return renderToStaticMarkup(
    <aside aria-label="Announcement" data-announcement={key} className={barClass}>
      <div className={insideClass}>
        <p className="min-w-0 py-2.5 text-sm wrap-anywhere">
          {text}{' '}
          {linkLabel && linkTo ? (
            <a href={linkTo} className="link font-semibold">
              {linkLabel}
            </a>
          ) : null}
        </p>
        <button
          type="button"
          data-put-away=""
          className="scripts-only -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunken"
        >
          <Close />
          <span className="sr-only">Put the announcement away</span>
        </button>
      </div>
    </aside>,
  );
}

function OutageBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className="no-print border-b border-warn bg-warn-soft text-warn">
      <div className={insideClass}>
        <p className="py-2.5 text-sm">{children}</p>
      </div>
    </aside>
  );
}

function ClosedBar() {
  return (
    <aside aria-label="Maintenance" className="no-print border-b border-warn bg-warn-soft text-warn">
      <div className={insideClass}>
        <p className="py-2.5 text-sm">The site is closed for maintenance. Only admins see its pages.</p>
        <a
          href="/admin/settings/maintenance"
          className="link inline-flex min-h-11 items-center text-sm font-semibold"
        >
          Open it again
        </a>
      </div>
    </aside>
  );
}
