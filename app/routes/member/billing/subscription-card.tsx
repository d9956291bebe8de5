import { formatMoney, resellerPro } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { NextPayment } from '#app/routes/member/billing/next-payment.tsx';
import type { ProWords } from '#app/routes/member/billing/pro-words.server.ts';
import { CancelLink, CardButton, KeepButton, PayButton } from '#app/routes/member/billing/state.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

interface ProCardProps {
  pro: MembershipState;
  /** Null for who never had it. */
  words: ProWords | null;
}

/** Reseller PRO, for who has it or had it: how it stands, and what can be done about it, as for the membership. */
export function ProCard({ pro, words }: ProCardProps) {
  if (!words) return null;
  return (
    <section aria-labelledby="pro">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="pro" className="text-xl">
            {resellerPro.name}
          </h2>
          <Badge tone={words.tone}>{words.badge}</Badge>
        </div>
        <div className="grid max-w-prose gap-3 text-muted">
          {pro.kind === 'active' ? <NextPayment {...pro} /> : <p>{words.text}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-2 empty:hidden">
          <Actions pro={pro} />
        </div>
      </Card>
    </section>
  );
}

function Actions({ pro }: { pro: MembershipState }) {
  if (pro.kind === 'none' || pro.kind === 'given') return null;
  const isByCard = canOf(pro.provider).cardChange;
  switch (pro.kind) {
    case 'active':
      return (
        <>
          <CardButton
            of="reseller_pro"
            variant="secondary"
            label={isByCard ? 'Replace card' : 'Change at PayPal'}
          />
          <CancelLink of={resellerPro} />
        </>
      );
    case 'past_due':
      return pro.until ? (
        <>
          <CardButton
            of="reseller_pro"
            variant="primary"
            label={isByCard ? 'Use another card' : 'Open PayPal'}
          />
          {isByCard ? (
            <PayButton of="reseller_pro" amount={formatMoney(pro.amountCents, pro.currency)} />
          ) : null}
          <CancelLink of={resellerPro} />
        </>
      ) : null;
    case 'running_out':
      return pro.canKeep ? <KeepButton of="reseller_pro" label={`Keep ${resellerPro.name}`} /> : null;
    case 'stopped':
    case 'disputed':
      return (
        <>
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
          {pro.kind === 'disputed' && pro.isCanceled ? null : <CancelLink of={resellerPro} />}
        </>
      );
    default:
      return null;
  }
}
