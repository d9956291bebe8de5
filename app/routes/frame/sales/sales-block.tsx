import type { ReactNode } from 'react';
import { offerLabel, PriceBox, type ShownPrices } from '#app/routes/frame/sales/price-box.tsx';
import type { ShownBlock } from '#app/routes/frame/sales/shown-page.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Prose } from '#app/ui/prose.tsx';

interface Props {
  block: ShownBlock;
  prices: ShownPrices;
  /** Where the headline's button leads. */
  priceId: string | null;
}

type Of<Kind extends ShownBlock['block']> = Extract<ShownBlock, { block: Kind }>;

/** A block of a sales page (P327). */
export function SalesBlock({ block, prices, priceId }: Props) {
  switch (block.block) {
    case 'headline':
      return <Headline block={block} prices={prices} priceId={priceId} />;
    case 'text':
      return (
        <Section id={block.id} title={block.title}>
          <Prose html={block.html} />
        </Section>
      );
    case 'picture':
      return <Picture block={block} />;
    case 'list':
      return (
        <Section id={block.id} title={block.title}>
          <ul className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
            {block.items.map((item) => (
              <li key={item} className="flex items-start gap-3 text-lg">
                <Check className="mt-1.5 shrink-0 text-accent" />
                <span className="min-w-0 wrap-anywhere">{item}</span>
              </li>
            ))}
          </ul>
        </Section>
      );
    case 'questions':
      return (
        <Section id={block.id} title={block.title}>
          <div className="max-w-3xl border-t border-line">
            {block.items.map(({ question, html }) => (
              <Disclosure key={question} group={block.id} title={question}>
                <Prose html={html} />
              </Disclosure>
            ))}
          </div>
        </Section>
      );
    case 'quotation':
      return <Quotation block={block} />;
    case 'price':
      return (
        <div className="page py-8 sm:py-12">
          <PriceBox
            {...prices}
            id={block.id}
            title={block.title}
            note={block.note}
            className="max-w-2xl shadow-float"
          />
        </div>
      );
    case 'guarantee':
      return block.sentence === null ? null : (
        <Section id={block.id} title={block.title} isMarked>
          <p className="max-w-prose text-lg">{block.sentence}</p>
        </Section>
      );
  }
}

function Section({
  id,
  title,
  isMarked = false,
  children,
}: {
  id: string;
  title: string | undefined;
  isMarked?: boolean;
  children: ReactNode;
}) {
  if (title === undefined) return <div className="page py-8 sm:py-10">{children}</div>;
  return (
    <section aria-labelledby={id} className="page grid grid-cols-1 gap-6 py-8 sm:py-10">
      <h2 id={id} className="headline max-w-3xl hyphens-auto wrap-anywhere">
        {isMarked ? <span className="marker">{title}</span> : title}
      </h2>
      {children}
    </section>
  );
}

function Headline({ block, prices, priceId }: Omit<Props, 'block'> & { block: Of<'headline'> }) {
  const [only, ...others] = prices.offers;
  const isDirect = only !== undefined && others.length === 0 && !only.seats;
  return (
    <header className="page grid justify-items-start gap-6 py-12 sm:py-20">
      <h1 className="display max-w-4xl hyphens-auto wrap-anywhere">{block.title}</h1>
      {block.text ? <p className="max-w-2xl text-xl wrap-anywhere text-muted">{block.text}</p> : null}
      {isDirect ? (
        <ButtonLink size="large" to={only.to}>
          {offerLabel(only)}
        </ButtonLink>
      ) : only && priceId ? (
        <ButtonLink size="large" to={`#${priceId}`}>
          See the prices
        </ButtonLink>
      ) : null}
    </header>
  );
}

function Picture({ block: { image, alt, caption, size } }: { block: Of<'picture'> }) {
  return (
    <figure className="page grid gap-3 py-8 sm:py-10">
      <img
        src={image}
        alt={alt}
        {...size}
        loading="lazy"
        decoding="async"
        className="h-auto max-w-full rounded-card border border-line"
      />
      {caption ? <figcaption className="text-sm wrap-anywhere text-muted">{caption}</figcaption> : null}
    </figure>
  );
}

function Quotation({ block: { text, name, role, source } }: { block: Of<'quotation'> }) {
  return (
    <figure className="page grid gap-4 py-8 sm:py-10">
      <blockquote className="max-w-3xl border-l-4 border-accent pl-5 font-display text-2xl leading-snug wrap-anywhere sm:pl-8">
        {text}
      </blockquote>
      <figcaption className="grid gap-0.5 pl-6 text-sm wrap-anywhere sm:pl-9">
        <span>
          <span className="font-semibold">{name}</span>
          {role ? `, ${role}` : null}
        </span>
        <span className="text-muted">
          Source:{' '}
          {source.startsWith('https://') ? (
            <a href={source} rel="nofollow noopener" className="link">
              {new URL(source).host}
            </a>
          ) : (
            source
          )}
        </span>
      </figcaption>
    </figure>
  );
}
