import { membershipPriceText } from '#app/domain/core/catalogue/products.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { buildCatalogue, buildPreview, homeCopy } from '#app/domain/site/site-copy/home.server.ts';
import { WithJoinBar } from '#app/routes/frame/join-bar.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { CourseListData } from '#app/routes/frame/structured-data.tsx';
import { Testimonials } from '#app/routes/frame/testimonials.tsx';
import { currencyContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { AffiliateSection } from '#app/routes/public/home/affiliate-section.tsx';
import { AiSection } from '#app/routes/public/home/ai-section.tsx';
import { Benefits } from '#app/routes/public/home/benefits.tsx';
import { Catalogue } from '#app/routes/public/home/catalogue.tsx';
import { Closing } from '#app/routes/public/home/closing.tsx';
import { Guarantee } from '#app/routes/public/home/guarantee.tsx';
import { Hero } from '#app/routes/public/home/hero.tsx';
import { MoreReviews } from '#app/routes/public/home/more-reviews.tsx';
import type { Route } from './+types/home';

export const handle = indexed;
export const headers = sharedPage;

export function loader({ context }: Route.LoaderArgs) {
  const { brand = '', affiliateMonthly = '', guaranteeDays } = facts();
  return {
    copy: homeCopy(),
    preview: buildPreview(),
    ...buildCatalogue(),
    brand,
    price: membershipPriceText(),
    /** In the currency that the visitor has chosen. */
    joinPrice: membershipPriceText(context.get(currencyContext)),
    affiliateMonthly,
    guaranteeDays: Number(guaranteeDays),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? publicHead(matches, {
        path: '/',
        title: `${loaderData.brand}: ${loaderData.copy.hero.headline}`,
        description: loaderData.copy.hero.lead,
      })
    : [];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { copy, preview, shelves, further, aiCourses } = loaderData;
  const quotes = [...copy.testimonials.shown, ...copy.testimonials.more];
  const hasTestimonials = quotes.length > 0 || copy.testimonials.proof !== undefined;
  return (
    <>
      <Hero copy={copy.hero} preview={preview} />
      <WithJoinBar price={loaderData.joinPrice}>
        <Benefits copy={copy.benefits} stats={copy.stats} />
        <Catalogue copy={copy.catalogue} shelves={shelves} further={further} />
        <AiSection copy={copy.ai} courses={aiCourses} />
        {hasTestimonials ? <Testimonials copy={copy.testimonials} /> : null}
        <AffiliateSection
          copy={copy.affiliate}
          perMember={loaderData.affiliateMonthly}
          perPair={loaderData.price}
        />
        <Guarantee copy={copy.guarantee} days={loaderData.guaranteeDays} />
        <Closing copy={copy.closing} />
        {quotes.length > 0 ? <MoreReviews copy={copy.testimonials} quotes={quotes} /> : null}
      </WithJoinBar>
      <CourseListData courses={[...shelves.flatMap((shelf) => shelf.courses), ...further]} />
    </>
  );
}
