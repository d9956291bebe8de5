import type { ComponentProps, ReactNode } from 'react';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import type { PayingCard, Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import { membershipTitleId } from '#app/routes/member/billing/membership-news.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { type ButtonVariant, buttonClass, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** The frame of every state: a badge, one sentence that says it, what it means, and what can be done. */
export function State({
  tone,
  badge,
  title,
  children,
  actions,
}: {
  tone: ComponentProps<typeof Badge>['tone'];
  badge: string;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <section aria-labelledby={membershipTitleId}>
      <Card className="grid gap-4">
        <p className="flex flex-wrap items-center gap-3">
          <span className="eyebrow">Membership</span>
          <Badge tone={tone}>{badge}</Badge>
        </p>
        <h2 id={membershipTitleId} className="[&_time]:whitespace-nowrap">
          {title}
        </h2>
        <div className="grid max-w-prose gap-3 text-muted">{children}</div>
        {actions ? <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-2">{actions}</div> : null}
      </Card>
    </section>
  );
}

/** How a card is named to its holder. */
export const cardText = ({ brand, last4 }: PayingCard): string => `${brand} ending in ${last4}`;

/** One thing that is known of a membership. To stand in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm">{name}</dt>
      <dd className="font-semibold text-ink">{children}</dd>
    </div>
  );
}

/** Loads the page anew, for who waits for news: in a browser with scripts, too, it is a plain link. */
export function LookAgainLink({ variant = 'quiet' }: { variant?: ButtonVariant }) {
  return (
    <a href="/profile/billing" className={classNames(buttonClass(variant), variant === 'quiet' && '-ml-4')}>
      Look again
    </a>
  );
}

/** What a form of the billing page is about. */
type Of = Subscribed;

/** Leads to the provider's page on which the card is replaced, or what pays is chosen. */
export function CardButton({
  variant,
  of = 'membership',
  label = 'Replace card',
}: Pick<ComponentProps<typeof SubmitButton>, 'variant'> & { of?: Of; label?: string }) {
  return (
    <form method="post" className="grid justify-items-start gap-3">
      <input type="hidden" name="of" value={of} />
      <SubmitButton {...(variant ? { variant } : {})} intent="card" pendingLabel="Opening...">
        {label}
      </SubmitButton>
    </form>
  );
}

/** Has what is missing taken at once. */
export function PayButton({ of, amount }: { of: Of; amount: string }) {
  return (
    <form method="post" className="grid justify-items-start gap-3">
      <input type="hidden" name="of" value={of} />
      <SubmitButton variant="secondary" intent="pay" pendingLabel="Paying...">
        {`Pay ${amount} now`}
      </SubmitButton>
    </form>
  );
}

/** Takes a cancellation back. */
export function KeepButton({ of, label }: { of: Of; label: string }) {
  return (
    <form method="post" className="grid justify-items-start gap-3">
      <input type="hidden" name="of" value={of} />
      <SubmitButton intent="keep" pendingLabel="Keeping...">
        {label}
      </SubmitButton>
    </form>
  );
}

/** Leads to the page that says what canceling does. */
export function CancelLink({ of: { pages, noun } = membership }: { of?: Pick<Product, 'pages' | 'noun'> }) {
  if (pages.cancel === null) return null;
  return (
    <Link
      to={pages.cancel}
      className="inline-flex min-h-11 items-center text-sm font-semibold text-danger underline underline-offset-4"
    >
      Cancel {noun}
    </Link>
  );
}
