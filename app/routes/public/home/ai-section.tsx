import { href } from 'react-router';
import type { CatalogueCourse } from '#app/domain/site/site-copy/home.server.ts';
import { Link } from '#app/ui/link.tsx';

interface AiSectionProps {
  copy: {
    eyebrow: string;
    title: string;
    text: string;
    exampleTitle: string;
    weak: string;
    weakLabel: string;
    strong: string;
    strongLabel: string;
  };
  courses: CatalogueCourse[];
}

/** The AI courses beside what they teach: the same request, badly put and well put. */
export function AiSection({ copy, courses }: AiSectionProps) {
  return (
    <section aria-labelledby="ai" className="page section">
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:gap-20">
        <div className="grid content-start gap-5">
          <p className="eyebrow">{copy.eyebrow}</p>
          <h2 id="ai" className="headline">
            {copy.title}
          </h2>
          <p className="text-lg text-muted">{copy.text}</p>
          <ul className="mt-2 border-t border-line">
            {courses.map((course) => (
              <li key={course.slug} className="grid gap-0.5 border-b border-line py-3">
                <Link
                  to={href('/courses/:courseSlug', { courseSlug: course.slug })}
                  className="link inline-flex min-h-8 items-center justify-self-start"
                >
                  {course.title}
                </Link>
                <span className="text-sm text-muted">{course.promise}</span>
              </li>
            ))}
          </ul>
        </div>
        <figure className="grid content-start gap-4 lg:pt-10">
          <blockquote className="mr-8 grid gap-1.5 rounded-card border border-dashed border-line-strong p-5 text-muted sm:mr-24">
            <p className="text-xs font-semibold tracking-wide uppercase">{copy.weakLabel}</p>
            <p>{copy.weak}</p>
          </blockquote>
          <blockquote className="ml-4 grid gap-3 rounded-card bg-accent-soft p-5 sm:ml-12 sm:p-7">
            <p className="eyebrow">{copy.strongLabel}</p>
            <p className="font-display text-xl leading-relaxed">{copy.strong}</p>
          </blockquote>
          <figcaption className="ml-4 text-sm text-muted sm:ml-12">{copy.exampleTitle}</figcaption>
        </figure>
      </div>
    </section>
  );
}
