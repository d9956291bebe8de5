import type { ReactNode } from 'react';
import { coverSize } from '#app/domain/learning/ebook/cover-size.ts';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Check, Chevron, Lock } from '#app/ui/icon.tsx';

export interface SummaryProps {
  title: string;
  price: string;
  /** How often the price is charged; null: once. */
  interval: string | null;
  /** How many payments there are in all, and what they come to; null for what has no end, or is paid once. */
  installments: { count: number; total: string } | null;
  included: readonly string[];
  /** What is promised of the payment, in one sentence; null where nothing is. */
  guarantee: string | null;
  /** The address of a picture of what is bought. */
  cover: string | null;
  /** The prices are without tax, which the provider's page adds. */
  hasTaxOnTop: boolean;
  /** What a promotion takes off, what is left to pay, and of how many payments; null for nothing. */
  discount: { code: string; off: string; due: string; payments: number } | null;
  /** What was added to the order, its price, and what is paid today for all of it; null for nothing. */
  added: { name: string; price: string; total: string } | null;
  /** Whose account it is for. */
  email: string;
  /** When it is charged again; null for what is paid once. */
  nextChargeAt: Date | null;
  /** What stands below the sums. */
  children?: ReactNode;
}

/** What is ordered, what is charged when, and the guarantee. */
export function OrderSummary(props: SummaryProps) {
  const { title, price, interval, included, guarantee, cover, hasTaxOnTop, discount } = props;
  const { email, nextChargeAt, installments, added } = props;
  const plusTax = hasTaxOnTop ? ' plus tax' : '';
  const due = added?.total ?? discount?.due ?? price;
  const reducedPayments = discount?.payments ?? 1;
  // What was added is paid today alone.
  const reduced = discount?.due ?? price;
  const next = reducedPayments > 1 ? reduced : price;
  const charged = installments
    ? `${due} today, then ${price} each month until all ${installments.count} payments are made: ${installments.total} in all.`
    : !interval
      ? `${due} today, once. Nothing is charged again.`
      : reducedPayments > 1 && added
        ? `${due} today, then ${reduced} each ${interval} until ${reducedPayments} ${interval}s are paid, then ${price} each ${interval} until you cancel.`
        : reducedPayments > 1
          ? `${due} each ${interval} for ${reducedPayments} ${interval}s, then ${price} each ${interval} until you cancel.`
          : `${due} today, then ${price} each ${interval} until you cancel.`;
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
            {installments ? (
              <span className="text-base text-muted"> × {installments.count}</span>
            ) : interval ? (
              <span className="text-base text-muted"> /{interval}</span>
            ) : null}
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-line pt-4 text-sm tabular-nums [&_dd]:text-right">
        {/* An address that is too long for what is left of the line stands below. */}
        <div className="col-span-2 flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">Paying as</dt>
          <dd className="min-w-0 text-left! wrap-anywhere">{email}</dd>
        </div>
        {added ? (
          <>
            <dt className="min-w-0 text-muted wrap-anywhere">{title}</dt>
            <dd>{price}</dd>
          </>
        ) : null}
        {discount ? (
          <>
            <dt className="min-w-0 text-muted wrap-anywhere">Promotion code {discount.code}</dt>
            <dd className="text-good">&minus;{discount.off}</dd>
          </>
        ) : null}
        {added ? (
          <>
            <dt className="min-w-0 text-muted wrap-anywhere">{added.name}</dt>
            <dd>{added.price}</dd>
          </>
        ) : null}
        <dt className="text-base font-semibold">Total today</dt>
        <dd className="text-base font-semibold">
          {due}
          {plusTax}
        </dd>
        {nextChargeAt ? (
          <>
            <dt className="text-muted">Next charge</dt>
            <dd>
              {next}
              {plusTax} on <Day at={nextChargeAt} />
            </dd>
          </>
        ) : null}
        {installments ? (
          <>
            <dt className="text-muted">All {installments.count} payments</dt>
            <dd>
              {installments.total}
              {plusTax}
            </dd>
          </>
        ) : null}
      </dl>
      <p className="flex gap-2 text-sm text-muted">
        <Lock className="mt-0.5" />
        <span>
          {charged}
          {hasTaxOnTop ? ' Tax comes on top, and is shown before you pay.' : ''}
        </span>
      </p>
      <details className="order-more border-t border-line">
        <summary className="hover:text-accent">
          What’s included
          <Chevron />
        </summary>
        <div className="grid gap-4 pt-2 lg:pt-4">
          <ul className="grid gap-2 text-sm">
            {included.map((item) => (
              <li key={item} className="flex gap-2">
                <Check className="text-accent" /> <span className="min-w-0">{item}</span>
              </li>
            ))}
          </ul>
          {nextChargeAt ? (
            <p className="text-sm text-muted">
              {installments
                ? 'You have it from today, and it is yours for good once all payments are made. Cancel with one button, at any time: nothing more is charged, and it stays open until the month you have paid for is over.'
                : `Cancel with one button, at any time: everything stays open until the ${interval} you have paid for is over, and nothing more is charged.`}
            </p>
          ) : null}
          {guarantee ? <p className="text-sm text-muted">{guarantee}</p> : null}
        </div>
      </details>
      {props.children}
    </Card>
  );
}
