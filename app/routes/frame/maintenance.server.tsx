import { renderToStaticMarkup } from 'react-dom/server';
import { config } from '#app/platform/config.server.ts';
import type { Closed } from '#app/platform/http/listener.server.ts';
import { Moment } from '#app/ui/moment.tsx';

/** The page that everybody but admins is shown while the site is closed, as HTML: its code stays on the server. */
export function renderMaintenance({ text, until }: Closed): { title: string; html: string } {
  const { brandName, supportEmail } = config();
  const title = 'We will be right back';
  const html = renderToStaticMarkup(
    <div className="page page-narrow grid min-h-dvh content-between justify-items-start gap-12 py-8 sm:py-12">
      <p className="flex items-center gap-3 font-display text-xl font-semibold tracking-tight">
        <img src="/favicon.svg" width="36" height="36" alt="" />
        {brandName}
      </p>
      <div className="grid gap-5">
        <p className="text-sm font-semibold text-accent">Maintenance</p>
        <h1 className="display">{title}</h1>
        <p className="max-w-xl text-xl text-muted wrap-anywhere">{text}</p>
        {until ? (
          <p className="border-t-2 border-accent pt-4">
            Expected to be over at{' '}
            <strong>
              <Moment at={new Date(until)} />
            </strong>
          </p>
        ) : null}
      </div>
      <p className="flex flex-wrap gap-x-6 text-sm text-muted">
        <a href={`mailto:${supportEmail}`} className="link inline-flex min-h-11 items-center">
          {supportEmail}
        </a>
        <a href="/login" className="link inline-flex min-h-11 items-center">
          Sign in as an admin
        </a>
      </p>
    </div>,
  );
  return { title: `${title} | ${brandName}`, html };
}
