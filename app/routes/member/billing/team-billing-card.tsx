import type { Product } from '#app/domain/core/catalogue/product.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { NextPayment } from '#app/routes/member/billing/next-payment.tsx';
import type { ProWords } from '#app/routes/member/billing/pro-words.server.ts';
import { CancelLink, CardButton, KeepButton, PayButton } from '#app/routes/member/billing/state.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

interface TeamBillingProps {
  team: MembershipState;
  product: Product | undefined;
  words: ProWords | null;
}

/** What the team costs that somebody pays for, and what can be done about it, as for the membership. */
export function TeamBillingCard({ team, product, words }: TeamBillingProps) {
  if (!words || !product) return null;
  return (
    <section aria-labelledby="team">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="team" className="text-xl">
            {product.name}
          </h2>
          <Badge tone={words.tone}>{words.badge}</Badge>
        </div>
        <div className="grid max-w-prose gap-3 text-muted">
          {team.kind === 'active' ? <NextPayment {...team} /> : <p>{words.text}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-2 empty:hidden">
          <Actions team={team} of={product} />
        </div>
      </Card>
    </section>
  );
}

function Actions({ team, of }: { team: MembershipState; of: Parameters<typeof CancelLink>[0]['of'] }) {
  switch (team.kind) {
    case 'active':
      return (
        <>
          <ButtonLink variant="secondary" to="/profile/team">
            Open your team
          </ButtonLink>
          <CardButton of="team" variant="secondary" label="Replace card" />
          <CancelLink of={of} />
        </>
      );
    case 'past_due':
      return team.until ? (
        <>
          <CardButton of="team" variant="primary" label="Use another card" />
          <PayButton of="team" amount={formatMoney(team.amountCents, team.currency)} />
          <CancelLink of={of} />
        </>
      ) : null;
    case 'running_out':
      return team.canKeep ? <KeepButton of="team" label="Keep the team" /> : null;
    case 'stopped':
    case 'disputed':
      return (
        <>
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
          {team.kind === 'disputed' && team.isCanceled ? null : <CancelLink of={of} />}
        </>
      );
    default:
      return null;
  }
}
