import type { Role } from '#app/domain/core/access/viewer.ts';
import type { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { Price } from '#app/routes/frame/price.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';

type Copy = ReturnType<typeof affiliateToolsCopy>;

/** The book that readers are sent to first, at its price; who has it is led to it. */
export function BookOffer({ copy, hasBook }: { copy: Copy['book']; hasBook: boolean }) {
  return (
    <Card className="grid content-start gap-4">
      <h2 className="text-2xl">{copy.title}</h2>
      <p className="text-muted">{hasBook ? copy.owned : copy.text}</p>
      {hasBook ? null : <Price copy={copy} />}
      <ButtonLink
        to={hasBook ? '/ebook' : '/checkout?product=dmd'}
        variant="secondary"
        className="justify-self-start"
      >
        {hasBook ? copy.open : copy.button} <ArrowRight />
      </ButtonLink>
    </Card>
  );
}

/** The way up to Reseller PRO, which begins with the reseller programme; nothing for who is there. */
export function ProOffer({ copy, role }: { copy: Copy['pro']; role: Role }) {
  if (role === 'pro_reseller') return null;
  const isReseller = role === 'reseller';
  return (
    <Card className="grid content-start gap-4">
      <h2 className="text-2xl">{copy.title}</h2>
      <p className="text-muted">{isReseller ? copy.has : copy.text}</p>
      {isReseller ? null : <p className="text-sm text-muted">{copy.note}</p>}
      <ButtonLink
        to={isReseller ? '/pro-reseller-upsell' : '/reseller-checkout'}
        variant="secondary"
        className="justify-self-start"
      >
        {isReseller ? copy.hasButton : copy.button} <ArrowRight />
      </ButtonLink>
    </Card>
  );
}
