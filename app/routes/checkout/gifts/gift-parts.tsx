import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { lengthText } from '#app/domain/selling/gifts/gift-length.ts';
import type { GiftState } from '#app/domain/selling/gifts/gift-state.ts';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

interface Shown {
  months: number;
  giverName: string;
  message: string;
  recipientEmail: string | null;
  startsOn: Date;
  deliveredAt: Date | null;
  redeemedAt: Date | null;
  paidCents: number | null;
  currency: string | null;
}

const stateTexts: Partial<Record<GiftState, string>> = {
  held: 'Your payment has arrived, and we are looking into it. You don’t need to pay again. We email you once the gift is ready.',
  sent: 'The gift was emailed, and nobody has redeemed it yet.',
  ready: 'Print the card, and hand it over. Nobody has redeemed the code yet.',
  waiting: 'The gift was redeemed. It starts when the recipient’s own membership ends.',
  running: 'The gift was redeemed, and its membership is in use.',
  ended: 'The gift was redeemed, and its membership has ended.',
  withheld: 'The payment was returned or is in dispute, so the gift gives nothing.',
  canceled: 'The code of this gift was canceled. Contact support if you did not ask for that.',
};

/** What a state means to the giver. */
export function StateText({ state, deliverAt }: { state: GiftState; deliverAt: Date }) {
  if (state === 'scheduled')
    return (
      <p>
        We email the gift on <Day at={deliverAt} />. You can also give the code or the card yourself.
      </p>
    );
  const text = stateTexts[state];
  return text ? <p>{text}</p> : null;
}

/** A gift as its giver wrote it down. */
export function GiftFacts({ gift }: { gift: Shown }) {
  const facts = [
    ['Lasts', lengthText(gift.months)],
    [
      'To',
      gift.recipientEmail ? (
        <span key="to" className="wrap-anywhere">
          {gift.recipientEmail}
        </span>
      ) : gift.redeemedAt || gift.deliveredAt ? null : (
        'Whoever you give the printed card to'
      ),
    ],
    ['Day', <Day key="day" at={gift.startsOn} />],
    ['From', <bdi key="from">{gift.giverName}</bdi>],
    ['Emailed', gift.deliveredAt && <Day key="sent" at={gift.deliveredAt} />],
    ['Redeemed', gift.redeemedAt && <Day key="redeemed" at={gift.redeemedAt} />],
    ['Paid', gift.paidCents !== null && formatMoney(gift.paidCents, gift.currency ?? undefined)],
  ] as const;
  return (
    <Card className="grid gap-4">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {gift.message ? <Message text={gift.message} /> : null}
    </Card>
  );
}

/** The giver's words, as they typed them. */
export function Message({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="border-s-2 border-line-strong ps-4 whitespace-pre-line wrap-anywhere">
      {text}
    </blockquote>
  );
}
