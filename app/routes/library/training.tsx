import { Link } from 'react-router';
import { guides, playbooks, summarize } from '#app/domain/library/articles.server.ts';
import { book } from '#app/domain/library/ebook/book.server.ts';
import { trainingCopy } from '#app/domain/library/page-copy.server.ts';
import { ArticleList } from '#app/routes/library/article-list.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/training';

export function loader() {
  const { title, subtitle } = book();
  return {
    ebook: { title, subtitle },
    copy: trainingCopy().training,
    guides: [...guides().values()].map(summarize),
    playbooks: [...playbooks().values()].map(summarize),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Training & Guides' }];

export default function Training({ loaderData: { copy, ebook, guides, playbooks } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-10 py-8 sm:py-12">
      <header className="grid max-w-3xl gap-3">
        <h1>{copy.title}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-16">
        <div className="grid gap-14">
          <section aria-labelledby="guides" className="grid gap-5">
            <div className="grid gap-1">
              <h2 id="guides">{copy.guidesTitle}</h2>
              <p className="text-muted">{copy.guidesText}</p>
            </div>
            <ArticleList articles={guides} base="/training/guides" />
          </section>
          <section aria-labelledby="playbooks" className="grid gap-5">
            <div className="grid gap-1">
              <h2 id="playbooks">{copy.playbooksTitle}</h2>
              <p className="text-muted">{copy.playbooksText}</p>
            </div>
            <ArticleList articles={playbooks} base="/playbooks" />
          </section>
        </div>
        <div className="grid gap-5 max-lg:order-first lg:sticky lg:top-8">
          <Card className="grid gap-2">
            <h2 className="text-xl">{copy.ownerMessage.title}</h2>
            <p className="text-muted">{copy.ownerMessage.text}</p>
          </Card>
          <Card className="grid justify-items-start gap-2">
            <h2 className="text-xl">{ebook.title}</h2>
            <p className="text-muted">{ebook.subtitle}</p>
            <Link to="/ebook" className="link inline-flex min-h-8 items-center">
              Read the ebook
            </Link>
          </Card>
        </div>
      </div>
    </div>
  );
}
