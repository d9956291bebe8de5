import { type FigureRange, rangeQuery } from '#app/domain/operating/analytics/range.ts';
import { Link } from '#app/ui/link.tsx';

/** The way between currencies, where there are several: sums of different ones are none. */
export function CurrencyLinks({
  path,
  range,
  currencies,
  current,
}: {
  path: string;
  range: FigureRange;
  currencies: readonly string[];
  current: string;
}) {
  if (currencies.length < 2 && (currencies.length === 0 || currencies[0] === current)) return null;
  return (
    <nav aria-label="Currency" className="no-print flex flex-wrap items-center gap-x-4 text-sm">
      <span className="text-muted">Currency:</span>
      {currencies.map((currency) => (
        <Link
          key={currency}
          to={`${path}?currency=${currency}&${rangeQuery(range)}`}
          aria-current={currency === current ? 'true' : undefined}
          className={
            currency === current
              ? 'inline-flex min-h-11 items-center font-semibold'
              : 'link inline-flex min-h-11 items-center'
          }
        >
          {currency.toUpperCase()}
        </Link>
      ))}
    </nav>
  );
}
