import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';

/** Where commissions would stand, before the first sale: what leads to one. */
export function BeforeFirstSale({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <EmptyState title={title}>
      <p className="max-w-prose">{text}</p>
      <ButtonLink to="/affiliate-centre/tools">
        {link} <ArrowRight />
      </ButtonLink>
    </EmptyState>
  );
}
