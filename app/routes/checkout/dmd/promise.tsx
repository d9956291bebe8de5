import { Prose } from '#app/ui/prose.tsx';

interface PromiseProps {
  copy: { title: string; paragraphs: string[] };
  excerpt: { heading: string; caption: string; html: string };
}

/** What one has at the end, beside a passage of the book that one can judge it by. */
export function DmdPromise({ copy, excerpt }: PromiseProps) {
  return (
    <section
      aria-labelledby="promise"
      className="page section grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-20"
    >
      <div className="grid content-start gap-6 lg:sticky lg:top-12 lg:self-start">
        <h2 id="promise" className="headline">
          {copy.title}
        </h2>
        <div className="grid gap-5 text-lg">
          {copy.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
      <figure className="grid content-start gap-4">
        <figcaption className="text-sm text-muted">{excerpt.caption}</figcaption>
        <div className="relative">
          <div
            aria-hidden="true"
            className="absolute inset-0 translate-x-2 translate-y-2 rounded-card border border-line bg-accent-soft sm:translate-x-3 sm:translate-y-3"
          />
          <blockquote className="relative grid gap-5 rounded-card border border-line bg-surface p-6 shadow-float sm:p-10">
            <h3 className="text-2xl">{excerpt.heading}</h3>
            <Prose html={excerpt.html} />
          </blockquote>
        </div>
      </figure>
    </section>
  );
}
