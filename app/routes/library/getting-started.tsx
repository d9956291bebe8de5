import { gettingStarted } from '#app/domain/learning/articles/getting-started.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Contents, ContentsAside, ReadingTime } from '#app/ui/reading.tsx';
import type { Route } from './+types/getting-started';

export function loader({ request }: Route.LoaderArgs) {
  const { text, ...page } = gettingStarted();
  return { ...page, text: pageText(request, text) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [pageTitle(matches, loaderData?.title)];

/** The new member's path, for everyone who has an account. */
export default function GettingStarted({ loaderData: { title, description, text } }: Route.ComponentProps) {
  return (
    <article className="page grid gap-4 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/training', label: 'Training & Guides' },
        ]}
        current={title}
      />
      <header className="grid max-w-3xl gap-2 sm:gap-4">
        <p className="eyebrow">Getting started</p>
        <h1 className="headline">{title}</h1>
        <p className="text-muted sm:text-xl">{description}</p>
        <ReadingTime minutes={text.readingMinutes} />
      </header>
      <Contents headings={text.headings} />
      <div className="reading">
        <div className="grid grid-cols-1 gap-8">
          <Prose id={text.id} html={text.html} />
          <p className="no-print">
            <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
          </p>
        </div>
        <ContentsAside headings={text.headings} />
      </div>
    </article>
  );
}
