import { guaranteeSentence } from '#app/domain/core/catalogue/guarantee.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Lock } from '#app/ui/icon.tsx';

/** Stands where video and lesson are for members (P7); `piece` names what is kept: lesson, guide, playbook. */
export function MembershipNeeded({ price, piece = 'lesson' }: { price: string; piece?: string }) {
  return (
    <Card className="grid max-w-[700px] justify-items-start gap-4">
      <p className="flex items-start gap-2 font-display text-xl leading-snug">
        <Lock className="mt-1" /> This {piece} is part of the membership
      </p>
      <p className="text-muted">
        Every course, guide and playbook, for one price a {membership.interval}. {guaranteeSentence}
      </p>
      <ButtonLink to="/checkout">
        Begin Checkout - {price}/{membership.interval}
      </ButtonLink>
    </Card>
  );
}
