import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { listProducts } from '#app/domain/operating/products/products.server.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ProductBadge, ProvisionBadge } from '#app/routes/admin/products/product-badges.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import type { Route } from './+types/products';

export const middleware: Route.MiddlewareFunction[] = [allow('products:read')];

const path = '/admin/products';

export async function loader({ url, context }: Route.LoaderArgs) {
  const pageNumber = Number(url.searchParams.get('page'));
  const page = Number.isInteger(pageNumber) && pageNumber > 0 && pageNumber < 10_000 ? pageNumber : 1;
  const { rows, pages } = await listProducts(page);
  return {
    page,
    pages,
    mayChange: may(context, 'products:change'),
    products: rows.map(({ key, name, archivedAt, saleStartsAt, saleEndsAt, prices }) => {
      const sold = prices.filter((price) => price.archivedAt === null);
      return {
        key,
        name,
        sale: { isArchived: archivedAt !== null, saleStartsAt, saleEndsAt },
        prices: sold.map(({ amountCents, currency, interval, installments, freeIntervals }) => {
          const price =
            installments === null
              ? `${formatMoney(amountCents, currency)}${interval ? `/${interval}` : ''}`
              : `${installments} × ${formatMoney(amountCents, currency)}`;
          return freeIntervals > 0
            ? `${price} after ${freeIntervals} free ${interval}${freeIntervals === 1 ? '' : 's'}`
            : price;
        }),
        states: sold.flatMap(({ provisions }) => provisions.map(({ state }) => state)),
      };
    }),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Products')];

export default function Products({ loaderData: { products, page, pages, mayChange } }: Route.ComponentProps) {
  const add = mayChange ? <ButtonLink to={`${path}/new`}>Add product</ButtonLink> : null;
  return (
    <div className="grid gap-5">
      <PageHeading title="Products" actions={add}>
        What you sell. A new price applies to new buyers. Subscribers keep theirs.
      </PageHeading>
      {products.length === 0 ? (
        <EmptyState title="No products on this page">
          <ButtonLink to={path} variant="secondary">
            See the first page
          </ButtonLink>
        </EmptyState>
      ) : (
        <DataTable
          caption="Products"
          rows={products}
          keyOf={({ key }) => key}
          columns={[
            {
              label: 'Product',
              cell: ({ key, name }) => (
                <Link to={`${path}/${key}`} className="link wrap-anywhere">
                  {name}
                </Link>
              ),
            },
            { label: 'Prices', cell: ({ prices }) => prices.join(', ') || 'None' },
            { label: 'State', cell: ({ sale }) => <ProductBadge {...sale} /> },
            { label: 'Payment providers', cell: ({ states }) => <ProvisionBadge states={states} /> },
          ]}
        />
      )}
      <Pagination page={page} pageCount={pages} hrefOf={(other) => `${path}?page=${other}`} />
    </div>
  );
}
