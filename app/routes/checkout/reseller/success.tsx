import { findEntitlements } from '#app/domain/core/access/entitlements.server.ts';
import { resellerPro, resellerProgramme } from '#app/domain/core/catalogue/products.ts';
import { upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { findPurchaseState } from '#app/routes/checkout/purchase-state.server.ts';
import { Countdown } from '#app/routes/checkout/reseller/countdown.tsx';
import { Rooms } from '#app/routes/checkout/reseller/reseller-areas.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { LookAgain } from '#app/routes/frame/polling.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Clock } from '#app/ui/icon.tsx';
import type { Route } from './+types/success';

/** How far the payment of the programme, or of PRO, is. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const isPro = url.searchParams.get('product') === resellerPro.slug;
  const product = isPro ? resellerPro : resellerProgramme;
  const { welcome, resellerSuccess, proActive, rooms } = upsellsCopy();
  const has = await findEntitlements(viewer.id);
  return {
    state: await findPurchaseState(url, viewer, product, has.has(product.gives)),
    isPro,
    here: `${url.pathname}${isPro ? `?product=${resellerPro.slug}` : ''}`,
    isDeclined: url.searchParams.get('offer') === 'declined',
    /** Who has PRO is offered it no more. */
    hasPro: isPro || has.has('reseller_pro'),
    sales: product.pages.sales,
    copy: { welcome, resellerSuccess, proActive, rooms },
  };
}

type Shown = Route.ComponentProps['loaderData'];

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? titleOf(loaderData) : ''),
];

function titleOf({ state, isPro, isDeclined, copy }: Shown): string {
  const { welcome, resellerSuccess, proActive } = copy;
  if (state === 'failed') return welcome.failed.title;
  if (state === 'pending') return welcome.waiting.title;
  if (state === 'none') return welcome.none.title;
  if (isPro) return proActive.title;
  return isDeclined ? resellerSuccess.title : welcome.title;
}

export default function ResellerSuccess({ loaderData }: Route.ComponentProps) {
  const { state, copy, here, sales } = loaderData;
  const { welcome } = copy;
  return (
    <div className="page page-narrow grid gap-8 py-10 sm:py-14">
      <h1>{titleOf(loaderData)}</h1>
      {state === 'active' ? <Active {...loaderData} /> : null}
      {state === 'pending' ? (
        <Card className="grid justify-items-start gap-2">
          <p role="status" className="flex items-start gap-2 font-display text-xl leading-snug">
            <Clock className="mt-1" /> {welcome.waiting.title}
          </p>
          <p className="text-muted">{welcome.waiting.text}</p>
          <LookAgain to={here} label={welcome.waiting.again} />
        </Card>
      ) : null}
      {state === 'failed' || state === 'none' ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-lg text-muted">{welcome[state].text}</p>
          <ButtonLink to={sales}>{welcome[state].label}</ButtonLink>
        </div>
      ) : null}
    </div>
  );
}

function Active({ copy, isPro, isDeclined, hasPro }: Shown) {
  const { welcome, resellerSuccess, proActive, rooms } = copy;
  if (isPro)
    return (
      <>
        <p className="text-lg text-muted">{proActive.lead}</p>
        <Rooms copy={rooms} />
      </>
    );
  if (isDeclined)
    return (
      <>
        <p className="text-lg text-muted">{resellerSuccess.lead}</p>
        <ol className="grid gap-6">
          {resellerSuccess.steps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3">
              <span
                aria-hidden="true"
                className="font-display text-3xl leading-none text-accent tabular-nums"
              >
                {index + 1}
              </span>
              <div className="grid gap-1">
                <h2 className="text-xl">{title}</h2>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Rooms copy={rooms} />
      </>
    );
  return (
    <>
      <div className="grid gap-3">
        <p className="text-lg">{welcome.lead}</p>
        {welcome.paragraphs.map((paragraph) => (
          <p key={paragraph} className="text-muted">
            {paragraph}
          </p>
        ))}
      </div>
      {hasPro ? null : <Countdown copy={welcome.countdown} />}
      <Rooms copy={rooms} />
    </>
  );
}
