import type { ReactNode } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';

/**
 * What stands below the first screen of a sales page, with a bar at the foot of a phone's screen that joins. The bar comes when the hero
 * has left and goes with what it belongs to; it needs no script.
 */
export function WithJoinBar({ price, days, children }: { price: string; days: number; children: ReactNode }) {
  return (
    <div>
      {children}
      <aside aria-label="Join" className="join-bar no-print">
        <p className="grid min-w-0 leading-snug">
          <span className="font-semibold">{price} a month</span>
          <span className="text-xs text-muted">{days}-day money-back guarantee</span>
        </p>
        <ButtonLink to="/checkout">Join</ButtonLink>
      </aside>
    </div>
  );
}
