import { href } from 'react-router';
import { mayDownloadEbook } from '#app/domain/core/access/policy.server.ts';
import { ebook, formatMoney } from '#app/domain/core/catalogue/products.ts';
import { book } from '#app/domain/learning/ebook/book.server.ts';
import { coverSize } from '#app/domain/learning/ebook/cover-size.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { EbookNeeded } from '#app/routes/library/ebook-needed.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import type { Route } from './+types/ebook';

export async function loader({ context }: Route.LoaderArgs) {
  const { title, subtitle, description, chapters } = book();
  return {
    title,
    subtitle,
    description,
    chapters: chapters.map((chapter) => chapter.title),
    mayDownload: await mayDownloadEbook(context.get(memberContext)),
    way: wayIn(context.get(memberContext), context.get(currencyContext)),
    ebookPrice: formatMoney(ebook.amountCents),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.title ?? 'Ebook'),
];

const downloads = [
  { format: 'pdf', label: 'Download the PDF', note: 'PDF for screens and paper, with page numbers.' },
  {
    format: 'epub',
    label: 'Download the EPUB',
    note: 'EPUB for e-readers and phones, in the type size you like.',
  },
];

export default function Ebook({
  loaderData: { mayDownload, way, ebookPrice, ...book },
}: Route.ComponentProps) {
  return (
    <article className="page grid gap-8 py-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/training', label: 'Training & Guides' },
        ]}
        current={book.title}
      />
      <div className="grid gap-10 md:grid-cols-[16rem_minmax(0,1fr)] md:items-start lg:gap-16">
        <img
          src="/ebook/cover.svg"
          width={coverSize.width}
          height={coverSize.height}
          alt={`Cover of ${book.title}`}
          className="w-full max-w-64 rounded-control shadow-float max-md:max-w-48"
        />
        <div className="grid max-w-2xl gap-8">
          <header className="grid gap-4">
            <p className="eyebrow">Ebook</p>
            <h1 className="headline">{book.title}</h1>
            <p className="text-xl text-muted">{book.subtitle}</p>
            <p>{book.description}</p>
          </header>
          {mayDownload ? (
            <ul className="flex flex-wrap gap-6">
              {downloads.map(({ format, label, note }, index) => (
                <li
                  key={format}
                  className="grid max-w-full flex-1 basis-52 content-start justify-items-start gap-2"
                >
                  <a
                    href={href('/ebook/:file', { file: `digital-marketing-domination.${format}` })}
                    download
                    className={buttonClass(index === 0 ? 'primary' : 'secondary')}
                  >
                    {label}
                  </a>
                  <span className="text-sm text-muted">{note}</span>
                </li>
              ))}
            </ul>
          ) : (
            <EbookNeeded way={way} ebookPrice={ebookPrice} />
          )}
          <section aria-labelledby="contents" className="grid gap-4">
            <h2 id="contents" className="text-2xl">
              Contents
            </h2>
            <ol className="border-t border-line-strong">
              {book.chapters.map((title, index) => (
                <li
                  key={title}
                  id={`chapter-${index + 1}`}
                  className="grid scroll-mt-8 grid-cols-[2.5rem_minmax(0,1fr)] border-b border-line py-3"
                >
                  <span aria-hidden="true" className="font-display text-lg text-accent tabular-nums">
                    {index + 1}
                  </span>
                  {title}
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </article>
  );
}
