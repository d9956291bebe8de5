import { data } from 'react-router';
import { mayDownloadEbook } from '#app/domain/core/access/policy.server.ts';
import { ebook, formatMoney } from '#app/domain/core/catalogue/products.ts';
import { type EbookFormat, ebookFile, ebookFormats } from '#app/domain/learning/ebook/ebook-files.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { EbookNeeded } from '#app/routes/library/ebook-needed.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/ebook-download';

const name = 'digital-marketing-domination';

/** The format an address names, or null. */
function formatOf(file: string): EbookFormat | null {
  const format = (Object.keys(ebookFormats) as EbookFormat[]).find((known) => file === `${name}.${known}`);
  return format ?? null;
}

/** Answers with the file where the viewer may have it; whoever may not gets the page below. */
const sendFile: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  const format = formatOf(params.file ?? '');
  if (!format || !(await mayDownloadEbook(context.get(memberContext)))) return next();
  return fileResponse(request, {
    bytes: await ebookFile(format),
    mediaType: ebookFormats[format].mediaType,
    name: `${name}.${format}`,
  });
};

export const middleware: Route.MiddlewareFunction[] = [sendFile];

export function loader({ params, context }: Route.LoaderArgs) {
  if (!formatOf(params.file)) throw notFound('There is no such file');
  const way = wayIn(context.get(memberContext), context.get(currencyContext));
  return data({ way, ebookPrice: formatMoney(ebook.amountCents) }, { status: 403 });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'The ebook is for buyers and members'),
];

export default function EbookDownload({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page grid gap-8 py-8 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/ebook', label: 'Ebook' }]} current="Download" />
      <h1>The ebook is for buyers and members</h1>
      <EbookNeeded {...loaderData} />
    </div>
  );
}
