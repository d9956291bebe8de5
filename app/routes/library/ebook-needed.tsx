import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Book } from '#app/ui/document-icon.tsx';

interface EbookNeededProps {
  /** What the book costs, once. */
  ebookPrice: string;
  way: WayIn;
}

/** The two ways to the book for who has neither: buy it, or become a member. */
export function EbookNeeded({ ebookPrice, way }: EbookNeededProps) {
  return (
    <div className="grid gap-6">
      <Card className="grid max-w-[700px] justify-items-start gap-4">
        <p className="flex items-center gap-2 font-display text-xl">
          <Book /> Buy the book alone
        </p>
        <p className="text-muted">Paid once, yours as PDF and EPUB. It is no subscription.</p>
        <ButtonLink to="/DMD">Buy the ebook - {ebookPrice}</ButtonLink>
      </Card>
      <MembershipNeeded way={way} piece="ebook" />
    </div>
  );
}
