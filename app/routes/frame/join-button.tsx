import type { ComponentProps } from 'react';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { ButtonLink } from '#app/ui/button.tsx';

/** Leads to the checkout, or whoever has paused to where they resume: no second membership is sold to them. */
export function JoinButton({
  way: { price, interval, pausedUntil },
  ...button
}: { way: WayIn } & Pick<ComponentProps<typeof ButtonLink>, 'size'>) {
  if (pausedUntil)
    return (
      <ButtonLink to="/profile/billing" {...button}>
        Resume your membership
      </ButtonLink>
    );
  return (
    <ButtonLink to="/checkout" {...button}>
      Begin Checkout - {price}/{interval}
    </ButtonLink>
  );
}
