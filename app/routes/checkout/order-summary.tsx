import { coverSize } from '#app/domain/ebook/cover-size.ts';
import { Card } from '#app/ui/card.tsx';
import { Check, Lock } from '#app/ui/icon.tsx';

interface SummaryProps {
  title: string;
  price: string;
  /** What follows the price, such as "/month". */
  interval?: string;
  included: readonly string[];
  /** What is charged when, and the guarantee. */
  terms: string;
  /** The address of a picture of what is bought. */
  cover?: string;
}

function Summary({ title, price, interval, included, terms, cover }: SummaryProps) {
  return (
    <Card className="grid gap-5">
      <div className="flex gap-5">
        {cover ? (
          <img
            src={cover}
            {...coverSize}
            alt={`Cover of ${title}`}
            className="h-auto w-20 shrink-0 self-start rounded-control shadow-float lg:w-28"
          />
        ) : null}
        <div
          className={
            cover
              ? 'grid grow content-center gap-2'
              : 'flex grow flex-wrap items-baseline justify-between gap-x-4'
          }
        >
          <h2 className="text-xl">{title}</h2>
          <p className="font-display text-2xl">
            {price}
            {interval ? <span className="text-base text-muted"> {interval}</span> : null}
          </p>
        </div>
      </div>
      <ul className="grid gap-2 text-sm">
        {included.map((item) => (
          <li key={item} className="flex gap-2">
            <Check className="text-accent" /> <span className="min-w-0">{item}</span>
          </li>
        ))}
      </ul>
      <p className="flex gap-2 border-t border-line pt-4 text-sm text-muted">
        <Lock className="mt-0.5" />
        <span>{terms}</span>
      </p>
    </Card>
  );
}

interface MembershipProps {
  price: string;
  guaranteeDays: number;
  courseCount: number;
}

/** The membership as it is ordered. */
export function MembershipSummary({ price, guaranteeDays, courseCount }: MembershipProps) {
  return (
    <Summary
      title="Membership"
      price={price}
      interval="/month"
      included={[
        `All ${courseCount} courses, with written lessons`,
        'Every guide and playbook',
        'Support by people',
        'Cancel at any time',
      ]}
      terms={`${price} today, then ${price} each month until you cancel. ${guaranteeDays}-day money-back guarantee.`}
    />
  );
}

interface EbookProps {
  ebookTitle: string;
  price: string;
  guaranteeDays: number;
  chapterCount: number;
}

/** The ebook as it is ordered. */
export function EbookSummary({ ebookTitle, price, guaranteeDays, chapterCount }: EbookProps) {
  return (
    <Summary
      title={ebookTitle}
      price={price}
      included={[
        `The whole book, ${chapterCount} chapters`,
        'As PDF for screens and paper',
        'As EPUB for e-readers and phones',
      ]}
      terms={`${price} today, once. Nothing is charged again. ${guaranteeDays}-day money-back guarantee.`}
      cover="/ebook/cover.svg"
    />
  );
}
