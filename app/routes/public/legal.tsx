import { legalDocuments, renderLegal } from '#app/domain/learning/legal/documents.server.ts';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { Contents, ContentsAside } from '#app/ui/reading.tsx';
import type { Route } from './+types/legal';

export const handle = indexed;
export const headers = sharedPage;

export async function loader({ request, params }: Route.LoaderArgs) {
  const document = legalDocuments().get(params.document);
  // An unknown address leads home (P10).
  if (!document) throw await leadHome(request);
  const { name, title, description, version } = document;
  const { html, headings } = renderLegal(document);
  return { name, title, description, version, html, headings };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? publicHead(matches, {
        path: `/legal/${loaderData.name}`,
        title: loaderData.title,
        description: loaderData.description,
      })
    : [];

export default function Legal({ loaderData }: Route.ComponentProps) {
  const { title, description, version, html, headings } = loaderData;
  return (
    <article className="page grid gap-8 py-8 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/support', label: 'Support' }]} current={title} />
      <header className="grid max-w-3xl gap-3">
        <h1>{title}</h1>
        <p className="text-lg text-muted">{description}</p>
        <p className="text-sm text-muted">
          Version <time dateTime={version}>{version}</time>
        </p>
      </header>
      <Contents headings={headings} />
      <div className="reading">
        <Prose html={html} />
        <ContentsAside headings={headings} />
      </div>
    </article>
  );
}
