import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

interface BenefitsProps {
  copy: { title: string; lead: string; items: { title: string; text: string }[] };
  stats: { value: string; label: string; note: string; to: string }[];
}

/** The four figures that lead into the library, and what the membership holds. */
export function Benefits({ copy, stats }: BenefitsProps) {
  return (
    <>
      <section aria-label="In figures" className="border-b border-line bg-surface">
        <ul className="page grid grid-cols-2 px-0 sm:px-0 lg:grid-cols-4 lg:px-[clamp(1rem,4vw,2.5rem)]">
          {stats.map((stat, index) => (
            <li
              key={stat.to}
              className={`group relative grid content-start gap-1 border-line px-4 py-6 sm:px-6 sm:py-8 ${index % 2 === 1 ? 'border-l' : ''} ${index > 1 ? 'max-lg:border-t' : ''} ${index === 0 ? 'lg:pl-0' : ''} ${index === 2 ? 'lg:border-l' : ''}`}
            >
              <p className="font-display text-4xl leading-none font-medium tabular-nums sm:text-5xl">
                {stat.value}
              </p>
              <Link
                to={stat.to}
                className="flex items-center gap-1.5 font-semibold wrap-anywhere no-underline after:absolute after:inset-0 group-hover:text-accent"
              >
                {stat.label}
                <ArrowRight className="size-4 text-accent transition-transform group-hover:translate-x-1" />
              </Link>
              <p className="text-sm text-muted">{stat.note}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="benefits" className="page section">
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
          <div className="grid content-start gap-4 lg:sticky lg:top-10 lg:self-start">
            <h2 id="benefits" className="headline">
              {copy.title}
            </h2>
            <p className="text-lg text-muted">{copy.lead}</p>
          </div>
          <ul className="grid sm:grid-cols-2 sm:gap-x-10">
            {copy.items.map((item) => (
              <li key={item.title} className="grid content-start gap-2 border-t border-line py-6">
                <h3>{item.title}</h3>
                <p className="text-muted">{item.text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
