import { codeOf } from '#app/domain/selling/gifts/gift-code.server.ts';
import { opensAt } from '#app/domain/selling/gifts/gift-dates.ts';
import { lengthText } from '#app/domain/selling/gifts/gift-length.ts';
import { findCoded, findGiven } from '#app/domain/selling/gifts/listing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { Message } from '#app/routes/checkout/gifts/gift-parts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Day } from '#app/ui/day.tsx';
import type { Route } from './+types/card';

export async function loader({ params, context }: Route.LoaderArgs) {
  const gift = await findGiven(context.get(memberContext).id, params.giftId);
  const code = gift?.status === 'paid' && !gift.withheldAt ? codeOf(await findCoded(gift.id)) : null;
  if (!gift || !code)
    throw notFound('There is no card to print. A gift has one once it is paid, until it is redeemed.', {
      to: '/gifts',
      label: 'Your gifts',
    });
  const { brandName, appUrl } = config();
  return {
    id: gift.id,
    code,
    brandName,
    address: `${new URL(appUrl).host}/redeem`,
    length: lengthText(gift.months),
    giverName: gift.giverName,
    message: gift.message,
    startsOn: opensAt(gift.startsOn) > now() ? gift.startsOn : null,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Gift card')];

export default function GiftCard({ loaderData }: Route.ComponentProps) {
  const { id, code, brandName, address, length, giverName, message, startsOn } = loaderData;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <div className="no-print grid gap-4">
        <Breadcrumb
          crumbs={[
            { to: '/gifts', label: 'Gifts' },
            { to: `/gifts/${id}`, label: 'Your gift' },
          ]}
          current="Card"
        />
        <p>
          Print this page with your browser (Ctrl+P, or Share and Print on a phone). Only the card is printed.
        </p>
      </div>
      <article className="grid gap-6 rounded-card border-2 border-line-strong bg-surface p-6 sm:p-10 print:break-inside-avoid">
        <header className="grid gap-2">
          <p className="eyebrow">{brandName}</p>
          <h1>A membership for you</h1>
          <p className="text-lg">{length} of every course, guide and playbook, paid for.</p>
        </header>
        {message ? <Message text={message} /> : null}
        <p className="wrap-anywhere">
          From <bdi className="font-semibold">{giverName}</bdi>
        </p>
        <div className="grid gap-2 border-t border-line pt-5">
          <p>
            Go to <strong className="wrap-anywhere">{address}</strong> and enter this code:
          </p>
          <p className="font-display text-2xl tracking-wide wrap-anywhere tabular-nums">{code}</p>
          {startsOn ? (
            <p>
              From <Day at={startsOn} /> on.
            </p>
          ) : null}
          <p className="text-sm text-muted">
            The code works once and doesn’t expire. You give no card, and nothing renews.
          </p>
        </div>
      </article>
    </div>
  );
}
