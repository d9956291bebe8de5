import { moneyPeriodDays } from '#app/domain/operating/attention/figure.ts';
import { Link } from '#app/ui/link.tsx';

/** What is paid in a currency beside the ledger's, formatted. */
export interface OtherAmounts {
  currency: string;
  mrr: string;
  received: string;
}

/** What the amounts above leave out: they are in US dollars, and no amount is converted. */
export function OtherCurrencies({ others }: { others: readonly OtherAmounts[] }) {
  return (
    <div className="grid gap-1 text-sm">
      <p className="max-w-prose">
        MRR and net are of what is paid in US dollars; net has the commissions on sales in every currency
        taken off. In other currencies:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {others.map(({ currency, mrr, received }) => (
          <li key={currency} className="tabular-nums">
            <Link to={`/admin/analytics?range=30d&currency=${currency}`} className="link">
              {currency.toUpperCase()}
            </Link>
            : MRR {mrr}, and {received} received in these {moneyPeriodDays} days, less tax and refunds
          </li>
        ))}
      </ul>
    </div>
  );
}
