import { upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { Offer } from '#app/routes/checkout/reseller/offer.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { salesPage } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/invite';

export function loader() {
  return { copy: upsellsCopy().specialInvite };
}

export const handle = salesPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? ''),
];

export default function SpecialInvite({ loaderData: { copy } }: Route.ComponentProps) {
  const { title, lead, columns, rows, note, accept, decline, details } = copy;
  return (
    <Offer title={title} lead={lead}>
      <table className="w-full border-collapse text-left tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="text-sm text-muted">
          <tr className="border-b border-line-strong">
            <td />
            <th scope="col" className="py-2 pr-3 font-medium">
              {columns.affiliate}
            </th>
            <th scope="col" className="py-2 font-medium">
              {columns.reseller}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.item} className="border-b border-line align-top">
              <th scope="row" className="py-3 pr-4 font-semibold">
                {row.item}
              </th>
              <td className="py-3 pr-3">{row.affiliate}</td>
              <td className="py-3">{row.reseller}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-muted">{note}</p>
      <div className="grid gap-6 sm:grid-cols-2">
        {[accept, decline].map(({ label, text, to }, index) => (
          <div key={to} className="grid content-start justify-items-start gap-2">
            <ButtonLink size="large" variant={index === 0 ? 'primary' : 'secondary'} to={to}>
              {label}
            </ButtonLink>
            <p className="text-sm text-muted">{text}</p>
          </div>
        ))}
      </div>
      <Link to={details.to} className="link inline-flex min-h-11 items-center justify-self-start">
        {details.label}
      </Link>
    </Offer>
  );
}
