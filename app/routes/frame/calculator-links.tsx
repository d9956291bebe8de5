import { href } from 'react-router';
import type { Calculator } from '#app/domain/learning/calculators/calculators.ts';
import { Link } from '#app/ui/link.tsx';

/** The calculators of the sums that a piece teaches, below its text. */
export function CalculatorLinks({
  calculators,
}: {
  calculators: readonly Pick<Calculator, 'slug' | 'title' | 'question'>[];
}) {
  if (calculators.length === 0) return null;
  return (
    <section
      aria-labelledby="calculator"
      className="no-print grid gap-2 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <h2 id="calculator" className="text-2xl">
        With your own numbers
      </h2>
      <ul className="grid gap-3">
        {calculators.map(({ slug, title, question }) => (
          <li key={slug} className="grid gap-0.5">
            <Link
              to={href('/calculators/:calculatorSlug', { calculatorSlug: slug })}
              className="link inline-flex min-h-8 items-center justify-self-start font-semibold"
            >
              Calculator: {title}
            </Link>
            <span className="text-muted">{question}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
