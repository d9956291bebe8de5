import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import { resellerProgramme } from '#app/domain/core/catalogue/products.ts';
import { specialCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { BuyButtons } from '#app/routes/checkout/buy-buttons.tsx';
import { walletOf } from '#app/routes/checkout/product-address.server.ts';
import { Example } from '#app/routes/checkout/reseller/example.tsx';
import { Faq } from '#app/routes/frame/faq.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { SalesIntro } from '#app/routes/frame/sales-intro.tsx';
import { Testimonials } from '#app/routes/frame/testimonials.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { salesPage } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Check, Close } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/special';

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  return {
    copy: specialCopy(),
    wallet: walletOf(resellerProgramme),
    /** Who is a reseller already is led to their rooms, and sold nothing. */
    already: (await hasAnyOf(viewer, ['reseller'])) ? resellerProgramme.alreadyThere : null,
  };
}

export const handle = salesPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? [
        pageTitle(matches, 'The reseller program'),
        { name: 'description', content: loaderData.copy.hero.lead },
      ]
    : [];

type Shown = Route.ComponentProps['loaderData'];

export default function Special({ loaderData }: Route.ComponentProps) {
  const { copy } = loaderData;
  const { hero, benefits, money, example, parts, testimonials, faq, disclaimer, closing } = copy;
  return (
    <>
      <section className="border-b border-line">
        <div className="page grid justify-items-start gap-6 py-12 sm:py-16 lg:py-24">
          <SalesIntro copy={hero} />
          <Claim {...loaderData} label={hero.claim} />
          <p className="text-sm text-muted">{hero.terms}</p>
          <div className="flex flex-wrap gap-x-6 gap-y-1" hidden={loaderData.already !== null}>
            <Link to={hero.trial.to} className="link inline-flex min-h-11 items-center font-semibold">
              {hero.trial.label}
            </Link>
            <p className="inline-flex min-h-11 items-center gap-2 text-muted">
              {hero.register.text}
              <Link to={hero.register.to} className="link">
                {hero.register.label}
              </Link>
            </p>
          </div>
        </div>
      </section>
      <Sections id="benefits" {...benefits} />
      <section aria-labelledby="money" className="border-y border-line bg-accent-soft">
        <div className="page section grid gap-8">
          <h2 id="money" className="headline">
            {money.title}
          </h2>
          <ol className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {money.steps.map(({ title, text }, index) => (
              <li key={title} className="grid content-start gap-2 border-t-2 border-accent pt-4">
                <span aria-hidden="true" className="font-display text-3xl text-accent tabular-nums">
                  {index + 1}
                </span>
                <h3 className="text-xl">{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <Example copy={example} />
      <div className="border-t border-line bg-surface">
        <div className="page section grid gap-14 lg:grid-cols-2 lg:gap-20">
          <Lines id="do" title={parts.doTitle} items={parts.do} isDone />
          <Lines id="dont" title={parts.dontTitle} items={parts.dont} />
        </div>
      </div>
      {testimonials.shown.length > 0 ? <Testimonials copy={testimonials} /> : null}
      <section
        aria-labelledby="faq"
        className="page section grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16"
      >
        <h2 id="faq">{faq.title}</h2>
        <Faq group="special" questions={faq.questions} />
      </section>
      <section aria-labelledby="closing" className="border-t border-line bg-sunken">
        <div className="page section grid justify-items-start gap-6">
          <h2 id="closing" className="display">
            {closing.title}
          </h2>
          <p className="max-w-prose text-xl text-muted">{closing.text}</p>
          <Claim {...loaderData} label={closing.claim} />
          <ButtonLink variant="secondary" to={closing.affiliate.to}>
            {closing.affiliate.label}
          </ButtonLink>
          <p className="max-w-prose text-sm text-muted">
            {disclaimer.text}{' '}
            <Link className="link" to={disclaimer.to}>
              {disclaimer.label}
            </Link>{' '}
            <Link className="link" to={disclaimer.agreementTo}>
              {disclaimer.agreementLabel}
            </Link>
          </p>
        </div>
      </section>
    </>
  );
}

function Claim({ copy, already, wallet, label }: Shown & { label: string }) {
  if (already)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="font-semibold">
          {already.owned}. {already.text}
        </p>
        <ButtonLink size="large" to={resellerHome}>
          {already.label}
        </ButtonLink>
      </div>
    );
  return (
    <BuyButtons
      action="/create-reseller-session"
      label={label}
      pendingLabel={copy.hero.pending}
      wallet={wallet}
    />
  );
}

const resellerHome = '/affiliate-centre';

function Sections({
  id,
  title,
  items,
}: {
  id: string;
  title: string;
  items: { title: string; text: string }[];
}) {
  return (
    <section aria-labelledby={id} className="page section grid gap-8">
      <h2 id={id} className="headline">
        {title}
      </h2>
      <ul className="grid gap-x-12 border-t border-line-strong sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item) => (
          <li key={item.title} className="grid content-start gap-1.5 border-b border-line py-6">
            <h3 className="text-xl">{item.title}</h3>
            <p className="text-muted">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ id, title, items, isDone }: { id: string; title: string; items: string[]; isDone?: true }) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id}>{title}</h2>
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            {isDone ? <Check className="mt-1 text-accent" /> : <Close className="mt-1 text-muted" />}
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
