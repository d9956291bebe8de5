import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Book } from '#app/ui/document-icon.tsx';

interface EbookNeededProps {
  /** What the book costs, once. */
  ebookPrice: string;
  /** What the membership costs, for each of its intervals. */
  price: string;
}

/** The two ways to the book for who has neither: buy it, or become a member. */
export function EbookNeeded({ ebookPrice, price }: EbookNeededProps) {
  return (
    <div className="grid gap-6">
      <Card className="grid max-w-[700px] justify-items-start gap-4">
        <p className="flex items-center gap-2 font-display text-xl">
          <Book /> Buy the book alone
        </p>
        <p className="text-muted">Paid once, yours as PDF and EPUB. It is no subscription.</p>
        <ButtonLink to="/DMD">Buy the ebook - {ebookPrice}</ButtonLink>
      </Card>
      <MembershipNeeded price={price} piece="ebook" />
    </div>
  );
}
