import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { guaranteeLabel } from '#app/domain/core/catalogue/guarantee.ts';
import { formatMoney, membership } from '#app/domain/core/catalogue/products.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { currentCourses } from '#app/domain/learning/courses/catalogue.server.ts';
import { homeCopy } from '#app/domain/site/site-copy/home.server.ts';
import { affiliateProgramCopy, pricingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import type { Widget, WidgetKind } from '#app/domain/site/widgets/widget.ts';
import { config } from '#app/platform/config.server.ts';
import { widgetStyles } from '#app/routes/widgets/widget-styles.ts';

/** An address of the site, with the affiliate's referral where the embed carries one. */
function linkTo(path: string, ref: string): string {
  const url = new URL(path, config().appUrl);
  if (ref) url.searchParams.set('ref', ref);
  return url.href;
}

function WayOn({ to, widget, children }: { to: string; widget: Widget; children: ReactNode }) {
  // Out of the frame, where the visitor is on the site and can see so.
  return (
    <a className="button" href={linkTo(to, widget.ref)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

function courseList(widget: Widget) {
  const listed = currentCourses().slice(0, widget.count);
  return (
    <>
      <h1>{currentCourses().length} courses in one membership</h1>
      <ul>
        {listed.map(({ slug, title, promise }) => (
          <li key={slug}>
            <strong>{title}</strong>
            <span>{promise}</span>
          </li>
        ))}
      </ul>
      <WayOn to="/pricing" widget={widget}>
        See all courses
      </WayOn>
    </>
  );
}

function priceBox(widget: Widget) {
  const { planName, interval, included, terms } = pricingCopy();
  return (
    <>
      <h1>{planName}</h1>
      <p className="figure">
        {formatMoney(membership.amountCents)} <small>{interval}</small>
      </p>
      <ul>
        {included.slice(0, 3).map(({ title, amount }) => (
          <li key={title}>
            <strong>
              {amount} {title.toLowerCase()}
            </strong>
          </li>
        ))}
      </ul>
      <WayOn to="/checkout" widget={widget}>
        Begin Checkout
      </WayOn>
      <p className="note">{terms}</p>
    </>
  );
}

function affiliateBox(widget: Widget) {
  const { title, perMember, perMemberText } = affiliateProgramCopy();
  return (
    <>
      <h1>{title}</h1>
      <p className="figure">{perMember}</p>
      <p className="lead">{perMemberText}</p>
      <WayOn to="/affiliate/sign-up" widget={widget}>
        Become an affiliate
      </WayOn>
      <p className="note">
        {siteSettings().programme.affiliatePercent}% of each membership payment. Most people earn little or
        nothing.
      </p>
    </>
  );
}

function testimonial(widget: Widget) {
  const { note, shown } = homeCopy().testimonials;
  const [quote] = shown;
  return (
    <>
      {quote ? (
        <figure>
          <blockquote>{quote.quote}</blockquote>
          <figcaption>
            {quote.trade}
            {note ? ` · ${note}` : ''}
          </figcaption>
        </figure>
      ) : (
        <h1>{guaranteeLabel}</h1>
      )}
      <WayOn to="/" widget={widget}>
        What it is
      </WayOn>
    </>
  );
}

const boxes: Readonly<Record<WidgetKind, (widget: Widget) => ReactNode>> = {
  courses: courseList,
  price: priceBox,
  affiliate: affiliateBox,
  testimonial,
};

function page(title: string, { theme, accent }: Pick<Widget, 'theme' | 'accent'>, inside: ReactNode): string {
  const markup = renderToStaticMarkup(
    <html lang="en" data-theme={theme} data-accent={accent}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style, whose hash is in the policy */}
        <style dangerouslySetInnerHTML={{ __html: widgetStyles }} />
      </head>
      <body>
        <main>{inside}</main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${markup}`;
}

/** An embed as a page of its own, without scripts. */
export function renderWidget(widget: Widget): string {
  const { brandName } = config();
  return page(
    brandName,
    widget,
    <>
      <p className="brand">{brandName}</p>
      {boxes[widget.kind](widget)}
    </>,
  );
}

/** What stands in the frame where nothing can be shown. */
export const renderNoWidget = (words: string): string =>
  page(
    config().brandName,
    { theme: 'auto', accent: 'teal' },
    <>
      <p className="brand">{config().brandName}</p>
      <h1>{words}</h1>
    </>,
  );
