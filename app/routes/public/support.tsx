import { facts } from '#app/domain/facts/facts.server.ts';
import { supportCopy, supportFaq, supportResources } from '#app/domain/site-copy/pages.server.ts';
import { Faq } from '#app/routes/frame/faq.tsx';
import { publicHead } from '#app/routes/frame/page-head.ts';
import { FaqData } from '#app/routes/frame/structured-data.tsx';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { Card } from '#app/ui/card.tsx';
import { Book, File, People, Play } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/support';

const icons = { book: Book, video: Play, file: File, people: People };

const jumpClass =
  'inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-3.5 text-sm whitespace-nowrap no-underline hover:border-accent hover:text-accent';

export const handle = indexed;
export const headers = sharedPage;

export function loader() {
  return {
    copy: supportCopy(),
    faq: supportFaq(),
    resources: supportResources(),
    address: facts().supportEmail ?? '',
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/support', title: 'Support', description: loaderData?.copy.lead });

export default function Support({ loaderData: { copy, faq, resources, address } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-12 py-12 sm:py-16">
      <header className="grid grid-cols-1 gap-4">
        <h1 className="display">{copy.title}</h1>
        <p className="text-xl text-muted">{copy.lead}</p>
        <nav aria-label="On this page">
          <ul className="swipe-row flex gap-2 py-1 sm:flex-wrap">
            <li className="shrink-0 lg:hidden">
              <a href="#contact" className={jumpClass}>
                {copy.contact.title}
              </a>
            </li>
            {faq.map((group) => (
              <li key={group.id} className="shrink-0">
                <a href={`#${group.id}`} className={jumpClass}>
                  {group.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-16">
        <div className="grid gap-12">
          {faq.map((group) => (
            <section key={group.id} aria-labelledby={group.id} className="grid gap-4">
              <h2 id={group.id} className="text-2xl">
                {group.title}
              </h2>
              <Faq group="support" questions={group.questions} />
            </section>
          ))}
        </div>
        <FaqData questions={faq.flatMap((group) => group.questions)} />
        <aside aria-label="More help" className="grid gap-8 lg:sticky lg:top-8">
          <Card className="grid gap-3">
            <h2 id="contact" className="text-xl">
              {copy.contact.title}
            </h2>
            <p>
              <a href={`mailto:${address}`} className="link inline-flex min-h-11 items-center break-all">
                {address}
              </a>
            </p>
            <p>{copy.contact.text}</p>
            <p className="text-sm text-muted">{copy.contact.tip}</p>
          </Card>
          <section aria-labelledby="resources" className="grid gap-3">
            <h2 id="resources" className="text-xl">
              {copy.resources}
            </h2>
            <ul className="border-t border-line">
              {resources.map(({ icon, title, description, href }) => {
                const Icon = icons[icon];
                return (
                  <li key={href} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b border-line py-3">
                    <Icon className="mt-1.5 text-accent" />
                    <span className="grid">
                      <Link to={href} className="link inline-flex min-h-8 items-center justify-self-start">
                        {title}
                      </Link>
                      <span className="text-sm text-muted">{description}</span>
                    </span>
                  </li>
                );
              })}
            </ul>
          </section>
        </aside>
      </div>
    </div>
  );
}
