import type { ReactNode } from 'react';
import { guaranteeLabel } from '#app/domain/core/catalogue/guarantee.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { ButtonLink } from '#app/ui/button.tsx';

/**
 * What stands below the first screen of a sales page, with a bar at the foot of a phone's screen. The bar comes when the hero has left and
 * goes with what it belongs to; it needs no script.
 */
export function WithSalesBar({
  title,
  note,
  to,
  label,
  children,
}: {
  title: string;
  note: string;
  to: string;
  /** What its button says. */
  label: string;
  children: ReactNode;
}) {
  return (
    <div>
      {children}
      <aside aria-label={label} className="join-bar no-print">
        <p className="grid min-w-0 leading-snug">
          <span className="font-semibold">{title}</span>
          <span className="text-xs text-muted">{note}</span>
        </p>
        <ButtonLink to={to}>{label}</ButtonLink>
      </aside>
    </div>
  );
}

/** With a bar that joins: what it costs, and the guarantee. Without one for whoever has nothing to join. */
export function WithJoinBar({
  price,
  to = '/checkout',
  children,
}: {
  price: string;
  to?: string | null;
  children: ReactNode;
}) {
  if (to === null) return <div>{children}</div>;
  return (
    <WithSalesBar title={`${price} a ${membership.interval}`} note={guaranteeLabel} to={to} label="Join">
      {children}
    </WithSalesBar>
  );
}
