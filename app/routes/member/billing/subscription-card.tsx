import type { ReactNode } from 'react';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState, Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { NextPayment } from '#app/routes/member/billing/next-payment.tsx';
import type { ProWords } from '#app/routes/member/billing/pro-words.server.ts';
import { CancelLink, CardButton, KeepButton, PayButton } from '#app/routes/member/billing/state.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

interface ActionsProps {
  of: Subscribed;
  product: Pick<Product, 'name' | 'pages' | 'noun'>;
  state: MembershipState;
  /** Takes a cancellation back: "Keep the team". */
  keepLabel: string;
  /** The way to what is paid for, if it has a page. */
  lead?: ReactNode;
}

interface SubscriptionCardProps extends ActionsProps {
  id: string;
  /** Null for who never had it. */
  words: ProWords | null;
}

/** A subscription beside the membership, for who has it or had it: how it stands, and what can be done about it. */
export function SubscriptionCard({ id, words, ...props }: SubscriptionCardProps) {
  const { product, state } = props;
  if (!words) return null;
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id={id} className="text-xl">
            {product.name}
          </h2>
          <Badge tone={words.tone}>{words.badge}</Badge>
        </div>
        <div className="grid max-w-prose gap-3 text-muted">
          {state.kind === 'active' ? <NextPayment {...state} /> : <p>{words.text}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-2 empty:hidden">
          <Actions {...props} />
        </div>
      </Card>
    </section>
  );
}

/** What can be done about a subscription that is in a state. */
export function Actions({ of, product, state, keepLabel, lead }: ActionsProps) {
  if (state.kind === 'none' || state.kind === 'given') return null;
  const isByCard = canOf(state.provider).cardChange;
  switch (state.kind) {
    case 'active':
      return (
        <>
          {lead}
          <CardButton of={of} variant="secondary" label={isByCard ? 'Replace card' : 'Change at PayPal'} />
          <CancelLink of={product} />
        </>
      );
    case 'past_due':
      return state.until ? (
        <>
          <CardButton of={of} variant="primary" label={isByCard ? 'Use another card' : 'Open PayPal'} />
          {isByCard ? <PayButton of={of} amount={formatMoney(state.amountCents, state.currency)} /> : null}
          <CancelLink of={product} />
        </>
      ) : null;
    case 'running_out':
      return state.canKeep ? <KeepButton of={of} label={keepLabel} /> : null;
    case 'stopped':
    case 'disputed':
      return (
        <>
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
          {state.kind === 'disputed' && state.isCanceled ? null : <CancelLink of={product} />}
        </>
      );
    default:
      return null;
  }
}
