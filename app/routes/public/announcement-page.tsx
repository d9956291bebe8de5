import type { Announcement } from '#app/domain/site-copy/pages.server.ts';
import { ArrowRight, Close } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** The page of something that is not open yet: what it will be, what not, and what to do until then. */
export function AnnouncementPage({ copy }: { copy: Announcement }) {
  return (
    <div className="page grid gap-14 py-12 sm:py-16 lg:gap-20 lg:py-24">
      <header className="grid max-w-4xl gap-5">
        <h1 className="display">{copy.title}</h1>
        <p className="max-w-2xl text-xl text-muted">{copy.lead}</p>
      </header>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-20">
        <section aria-labelledby="will" className="grid content-start gap-5">
          <h2 id="will">{copy.will.title}</h2>
          <ol className="border-t border-line-strong">
            {copy.will.items.map((item, index) => (
              <li
                key={item.title}
                className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-y-1 border-b border-line py-5"
              >
                <span aria-hidden="true" className="font-display text-2xl text-accent">
                  {index + 1}
                </span>
                <h3>{item.title}</h3>
                <p className="col-start-2 text-muted">{item.text}</p>
              </li>
            ))}
          </ol>
        </section>
        <div className="grid content-start gap-10">
          <section aria-labelledby="wont" className="grid content-start gap-4">
            <h2 id="wont" className="text-2xl">
              {copy.wont.title}
            </h2>
            <ul className="grid gap-2.5 text-muted">
              {copy.wont.items.map((item) => (
                <li key={item} className="flex gap-3">
                  <Close className="mt-1" />
                  <span>{item}</span>
                </li>
              ))}
            </ul>
          </section>
          <section
            aria-labelledby="meanwhile"
            className="grid content-start gap-3 rounded-card bg-accent-soft p-6"
          >
            <h2 id="meanwhile" className="text-2xl">
              {copy.meanwhile.title}
            </h2>
            <p className="wrap-anywhere">{copy.meanwhile.text}</p>
            <ul>
              {copy.links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to} className="link inline-flex min-h-11 items-center gap-2">
                    {link.label} <ArrowRight className="size-4" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}
