import { href } from 'react-router';
import type { Claim as ClaimText } from '#app/domain/site/site-copy/claims.server.ts';
import type { CatalogueCourse } from '#app/domain/site/site-copy/home.server.ts';
import { Claim } from '#app/routes/frame/claim.tsx';
import { PageSketch } from '#app/routes/public/home/page-sketch.tsx';
import { ArrowRight, Clock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface Shelf {
  title: string;
  text: string;
  courses: CatalogueCourse[];
}

interface CatalogueProps {
  copy: { title: string; lead: string; listValue?: ClaimText | undefined; furtherTitle: string };
  shelves: Shelf[];
  further: CatalogueCourse[];
}

/** Every course: two shelves with their promises, then the rest by name. */
export function Catalogue({ copy, shelves, further }: CatalogueProps) {
  const [first, second] = shelves;
  return (
    <section aria-labelledby="catalogue" className="border-y border-line bg-sunken">
      <div className="page section grid gap-14">
        <header className="grid max-w-3xl gap-4">
          <h2 id="catalogue" className="headline">
            {copy.title}
          </h2>
          <p className="text-lg text-muted">
            {copy.lead} {copy.listValue ? <Claim claim={copy.listValue} /> : null}
          </p>
        </header>
        {first && first.courses.length > 0 ? <FoundationShelf shelf={first} /> : null}
        {second && second.courses.length > 0 ? <RevenueShelf shelf={second} /> : null}
        {further.length > 0 ? (
          <div className="grid gap-5 border-t border-line-strong pt-6">
            <h3 className="text-2xl">
              {further.length} {copy.furtherTitle}
            </h3>
            <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
              {further.map((course) => (
                <li key={course.slug} className="border-b border-line">
                  <Link
                    to={href('/courses/:courseSlug', { courseSlug: course.slug })}
                    className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-2 font-medium no-underline hover:text-accent"
                  >
                    {course.title}
                    <span className="text-sm font-normal text-muted">{course.estimatedTime}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function ShelfHeader({ shelf }: { shelf: Shelf }) {
  return (
    <div className="grid content-start gap-1">
      <h3 className="text-2xl">{shelf.title}</h3>
      <p className="max-w-xl text-muted">{shelf.text}</p>
    </div>
  );
}

const cardLink = 'no-underline after:absolute after:inset-0 group-hover:text-accent';

function CourseFacts({ course }: { course: CatalogueCourse }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
      <span className="inline-flex items-center gap-1.5">
        <Clock className="size-4" /> {course.estimatedTime}
      </span>
      <span>
        {course.moduleCount} {course.moduleCount === 1 ? 'module' : 'modules'}
      </span>
    </p>
  );
}

function FoundationShelf({ shelf }: { shelf: Shelf }) {
  return (
    <div className="grid gap-6">
      <ShelfHeader shelf={shelf} />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {shelf.courses.map((course, index) => (
          <li
            key={course.slug}
            className={`group relative grid gap-4 overflow-hidden rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-accent sm:p-6 ${index === 0 ? 'content-start sm:col-span-2 lg:row-span-2 lg:p-9 lg:pb-0' : 'grid-rows-[1fr_auto]'}`}
          >
            <div className="grid content-start gap-2">
              <h4
                className={`font-display leading-tight font-semibold ${index === 0 ? 'text-2xl lg:text-4xl' : 'text-xl'}`}
              >
                <Link to={href('/courses/:courseSlug', { courseSlug: course.slug })} className={cardLink}>
                  {course.title}
                </Link>
              </h4>
              <p className={`text-muted ${index === 0 ? 'max-w-md lg:text-xl' : 'text-sm'}`}>
                {course.promise}
              </p>
            </div>
            <CourseFacts course={course} />
            {index === 0 ? <PageSketch /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RevenueShelf({ shelf }: { shelf: Shelf }) {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
      <ShelfHeader shelf={shelf} />
      <ul className="border-t border-line-strong">
        {shelf.courses.map((course) => (
          <li
            key={course.slug}
            className="group relative grid gap-x-6 gap-y-1 border-b border-line py-4 sm:grid-cols-[13rem_minmax(0,1fr)_auto] sm:items-baseline"
          >
            <h4 className="font-display text-xl leading-tight font-semibold">
              <Link to={href('/courses/:courseSlug', { courseSlug: course.slug })} className={cardLink}>
                {course.title}
              </Link>
            </h4>
            <p className="text-sm text-muted">{course.promise}</p>
            <ArrowRight className="self-center text-accent transition-transform group-hover:translate-x-1 max-sm:hidden" />
          </li>
        ))}
      </ul>
    </div>
  );
}
