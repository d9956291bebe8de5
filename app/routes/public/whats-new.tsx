import { findMonth, months, withOpenLinks } from '#app/domain/learning/whats-new/months.server.ts';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import { MonthEntries } from '#app/routes/public/whats-new-month.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/whats-new';

export const handle = indexed;
export const headers = sharedPage;

/** The latest month, or the one that the address names. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { newsMonth } = params;
  const shown = newsMonth === undefined ? months()[0] : findMonth(newsMonth);
  // An unknown address leads home (P10).
  if (!shown) throw await leadHome(request);
  const others = months()
    .filter(({ month }) => month !== shown.month)
    .map(({ month, title, entries }) => ({ month, title, count: entries.length }));
  const news = { ...shown, entries: withOpenLinks(shown.entries) };
  return { shown: news, others, path: newsMonth === undefined ? '/whats-new' : `/whats-new/${newsMonth}` };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? [
        ...publicHead(matches, {
          path: loaderData.path,
          title:
            loaderData.path === '/whats-new' ? "What's new" : `What was new in ${loaderData.shown.title}`,
          description: loaderData.shown.lead,
        }),
        {
          tagName: 'link',
          rel: 'alternate',
          type: 'application/rss+xml',
          title: "What's new",
          href: '/whats-new.xml',
        },
      ]
    : [];

export default function WhatsNew({ loaderData: { shown, others, path } }: Route.ComponentProps) {
  const isLatest = path === '/whats-new';
  return (
    <div className="page grid gap-10 py-12 sm:py-16">
      <header className="grid gap-4">
        <p className="font-semibold text-accent">{isLatest ? shown.title : "What's new"}</p>
        <h1 className="display">{isLatest ? "What's new" : shown.title}</h1>
        <p className="max-w-2xl text-xl text-muted">{shown.lead}</p>
        <p className="text-sm text-muted">
          Follow it by{' '}
          <a href="/whats-new.xml" className="text-accent underline underline-offset-4">
            feed (RSS)
          </a>
          , an item for each entry, or choose email beside “New in the library” in your{' '}
          <Link to="/notifications/settings" className="text-accent underline underline-offset-4">
            notification settings
          </Link>
          .
        </p>
      </header>
      <div className="grid max-w-4xl gap-12">
        <MonthEntries entries={shown.entries} />
        {others.length > 0 ? (
          <nav aria-labelledby="other-months" className="grid gap-2">
            <h2 id="other-months" className="text-xl">
              Other months
            </h2>
            <ul className="flex flex-wrap gap-x-6">
              {others.map(({ month, title, count }) => (
                <li key={month}>
                  <Link
                    to={`/whats-new/${month}`}
                    className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
                  >
                    {title} ({count})
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </div>
  );
}
