import { SalesIntro } from '#app/routes/frame/sales-intro.tsx';
import { LessonPreview, type Preview } from '#app/routes/public/home/lesson-preview.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';

interface HeroCopy {
  eyebrow: string;
  headline: string;
  highlight: string;
  lead: string;
  checkout: string;
  demo: string;
  terms: string;
}

export function Hero({ copy, preview }: { copy: HeroCopy; preview: Preview | null }) {
  return (
    <section className="overflow-hidden border-b border-line">
      <div className="page grid grid-cols-1 gap-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-center lg:gap-16 lg:py-24">
        <div className="grid grid-cols-1 justify-items-start gap-6">
          <SalesIntro copy={copy} />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-2">
            <ButtonLink size="large" to="/checkout">
              {copy.checkout}
            </ButtonLink>
            <ButtonLink variant="quiet" to="/demo" className="-mx-4">
              {copy.demo} <ArrowRight />
            </ButtonLink>
          </div>
          <p className="text-sm text-muted">
            {/* Each on a line of its own on phones: together they break or not by the font that is there first. */}
            {copy.terms.split(/(?<=\.) /).map((sentence) => (
              <span key={sentence} className="max-sm:block">
                {`${sentence} `}
              </span>
            ))}
          </p>
        </div>
        {preview ? <LessonPreview preview={preview} /> : null}
      </div>
    </section>
  );
}
