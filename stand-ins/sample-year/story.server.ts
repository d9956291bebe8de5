import { ebook, membership, resellerProgramme } from '#app/domain/core/catalogue/products.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import {
  disputeFact,
  invoiceFact,
  paymentIdOf,
  purchaseFact,
  refundFact,
  samplePrefix,
  subscriptionFact,
} from '#stand-ins/sample-year/facts.ts';
import { makeBuyer, type SampleSellers } from '#stand-ins/sample-year/people.server.ts';
import { type Buyer, monthDays } from '#stand-ins/sample-year/plan.ts';

/** Something that happens on a day, by the commands of the product. */
export interface Step {
  day: number;
  run(): Promise<unknown>;
}

const { amountCents, currency } = membership;

/** What happens to one buyer, in its order. */
export function storyOf(buyer: Buyer, sellers: SampleSellers, dayAt: (day: number) => Date): Step[] {
  const steps: Step[] = [];
  /** Their id, known once they have registered. */
  let userId = '';
  const id = `b${buyer.number}`;
  const tell = (day: number, fact: () => PaymentFact) =>
    steps.push({
      day,
      run: () =>
        withClock(
          () => dayAt(day),
          () => applyPaymentEvent(fact()),
        ),
    });
  steps.push({
    day: buyer.day,
    run: () =>
      withClock(
        () => dayAt(buyer.day),
        async () => {
          userId = await makeBuyer(buyer, buyer.seller && sellers[buyer.seller]);
        },
      ),
  });
  if (buyer.hasEbook)
    tell(buyer.day + 0.1, () => purchaseFact({ id, userId, product: ebook }, dayAt(buyer.day + 0.1)));
  const first = buyer.day + 0.2;
  const periodOf = (month: number) =>
    [dayAt(first + month * monthDays), dayAt(first + (month + 1) * monthDays)] as const;
  for (let month = 0; month < buyer.months; month += 1) {
    const day = first + month * monthDays;
    const [currentPeriodStart, currentPeriodEnd] = periodOf(month);
    const of = () => ({ id, userId, product: membership });
    if (month === 0)
      tell(day, () =>
        subscriptionFact(of(), currentPeriodStart, {
          status: 'active',
          startedAt: dayAt(first),
          currentPeriodStart,
          currentPeriodEnd,
        }),
      );
    tell(day + 0.001, () => invoiceFact(of(), month, [currentPeriodStart, currentPeriodEnd]));
  }
  tellTwist(buyer, first, dayAt, tell, () => userId);
  if (buyer.leaves) {
    const end = buyer.twist === 'refund' ? first + 8.1 : first + buyer.months * monthDays;
    tell(end, () =>
      subscriptionFact({ id, userId, product: membership }, dayAt(end), {
        status: 'canceled',
        startedAt: dayAt(first),
        currentPeriodEnd: dayAt(end),
        canceledAt: dayAt(end),
        isRequested: true,
      }),
    );
  }
  return steps.sort((a, b) => a.day - b.day);
}

/** What goes otherwise: a part or all of the money back, a dispute, or the programme bought on top. */
function tellTwist(
  { number, twist }: Buyer,
  first: number,
  dayAt: (day: number) => Date,
  tell: (day: number, fact: () => PaymentFact) => void,
  userId: () => string,
): void {
  const paymentId = paymentIdOf(`b${number}`, 0);
  const dispute = (day: number, state: 'open' | 'won' | 'lost') =>
    tell(day, () => disputeFact(paymentId, dayAt(day), amountCents, currency, state));
  switch (twist) {
    case 'part_refund':
      tell(first + 12, () => refundFact(paymentId, dayAt(first + 12), 2_000, currency));
      break;
    case 'refund':
      tell(first + 8, () => refundFact(paymentId, dayAt(first + 8), amountCents, currency));
      break;
    case 'dispute_won':
      dispute(first + 9, 'open');
      dispute(first + 21, 'won');
      break;
    case 'dispute_lost':
      dispute(first + 9, 'open');
      dispute(first + 24, 'lost');
      break;
    case 'programme':
      tell(first + 3, () =>
        purchaseFact({ id: `b${number}`, userId: userId(), product: resellerProgramme }, dayAt(first + 3)),
      );
      break;
    case null:
      break;
  }
}

/** The recruited reseller buys the programme. */
export const buyProgramme = (userId: string, at: Date): Promise<unknown> =>
  withClock(
    () => at,
    () =>
      applyPaymentEvent(
        purchaseFact({ id: `${samplePrefix}reseller`, userId, product: resellerProgramme }, at),
      ),
  );
