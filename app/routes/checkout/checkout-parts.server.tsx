import { BumpField, type BumpFieldProps } from '#app/routes/checkout/bump-field.tsx';
import { OrderSummary, type SummaryProps } from '#app/routes/checkout/order-summary.tsx';
import { PromotionField, type PromotionFieldProps } from '#app/routes/checkout/promotion-field.tsx';
import { PurchaseTerms } from '#app/routes/checkout/purchase-terms.tsx';
import { SeatsField, type SeatsFieldProps } from '#app/routes/checkout/seats-field.tsx';
import { WalletForm, type WalletFormProps } from '#app/routes/checkout/wallet-form.tsx';
import { type CurrencyChoice, CurrencyLinks } from '#app/routes/frame/sales/currency-links.tsx';
import { keptPart, pagePart, pageText } from '#app/routes/http/page-text.server.ts';
import { Notice } from '#app/ui/notice.tsx';

/** What the checkout shows beside the card. */
interface Shown {
  summary: SummaryProps;
  /** Empty where there is one alone. */
  currencies: readonly CurrencyChoice[];
  /** Null for what is no team. */
  seats: SeatsFieldProps | null;
  /** Null where nothing can be added. */
  bump: BumpFieldProps | null;
  /** Null where nothing is to be paid. */
  promotion: PromotionFieldProps | null;
  /** Null where the product is not sold so. */
  wallet: WalletFormProps | null;
  isSandbox: boolean;
}

const terms = keptPart(<PurchaseTerms />);
const sandbox = keptPart(<SandboxNotice />);

/** What nothing changes on a checkout that is looked at, as HTML: words, links and plain forms. */
export function renderCheckoutParts(
  request: Request,
  { summary, currencies, seats, bump, promotion, wallet, isSandbox }: Shown,
) {
  return {
    summary: pagePart(
      request,
      <OrderSummary {...summary}>
        {currencies.length > 0 ? (
          <div className="border-t border-line pt-2">
            <CurrencyLinks choices={currencies} />
          </div>
        ) : null}
        {seats ? <SeatsField {...seats} /> : null}
        {bump ? <BumpField {...bump} /> : null}
        {promotion ? <PromotionField {...promotion} /> : null}
      </OrderSummary>,
    ),
    sandbox: isSandbox ? pageText(request, sandbox) : null,
    wallet: wallet && pagePart(request, <WalletForm {...wallet} />),
    terms: pageText(request, terms),
  };
}

function SandboxNotice() {
  return (
    <Notice tone="warn">
      <strong>Sandbox: no money moves.</strong> Card <CardNumber>4242 4242 4242 4242</CardNumber> pays,{' '}
      <CardNumber>4000 0000 0000 0002</CardNumber> is declined, <CardNumber>4000 0025 0000 3155</CardNumber>{' '}
      asks for confirmation. Use any future expiry date and any CVC.
    </Notice>
  );
}

/** In one piece, so that it can be read off. */
function CardNumber({ children }: { children: string }) {
  return <span className="inline-block tabular-nums">{children}</span>;
}
