import { findSum, reckon } from '#app/domain/learning/calculators/calculations.ts';
import type { Calculator } from '#app/domain/learning/calculators/calculators.ts';
import type { Result as Reckoned } from '#app/domain/learning/calculators/sum.ts';

/**
 * What a calculator answers: the main figure and what it means, the other figures, the steps of the sum. Without an answer its places
 * are there and empty, for the script that reckons while one types.
 */
export function Result({
  calculator,
  result,
}: {
  calculator: Pick<Calculator, 'slug' | 'figures' | 'formula' | 'fields'>;
  result: Reckoned | null;
}) {
  const [main, ...others] = calculator.figures;
  const sum = findSum(calculator.slug);
  const example = Object.fromEntries(calculator.fields.map((field) => [field.name, field.example]));
  const places = result ?? (sum ? reckon(sum, example).result : null);
  return (
    <section
      id="result"
      aria-labelledby="result-title"
      hidden={!result}
      className="group grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <div className="grid gap-1 group-data-[stale=true]:opacity-45">
        <h2 id="result-title" className="text-base font-semibold text-muted">
          {main}
        </h2>
        <output
          data-figure=""
          className="font-display text-4xl leading-tight tabular-nums wrap-anywhere sm:text-5xl"
        >
          {result?.figures[0]}
        </output>
        <p data-meaning="" className="mt-1 max-w-prose">
          {result?.meaning}
        </p>
      </div>
      <dl className="grid gap-x-6 border-y border-line py-2 group-data-[stale=true]:opacity-45">
        {others.map((label, index) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <dt className="text-sm text-muted">{label}</dt>
            <dd data-figure="" className="font-semibold tabular-nums wrap-anywhere">
              {result?.figures[index + 1]}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 group-data-[stale=true]:opacity-45">
        <h3 className="text-base">How it is worked out</h3>
        <p className="text-sm text-muted">{calculator.formula}</p>
        <ol className="grid list-decimal gap-1.5 pl-5 text-sm tabular-nums marker:text-muted">
          {places?.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a sum keep their places
            <li key={index} data-step="" className="wrap-anywhere">
              {result ? step : ''}
            </li>
          ))}
        </ol>
      </div>
      <p className="hidden text-sm text-muted group-data-[stale=true]:block">
        This is the result of the numbers before. It follows as soon as yours are complete.
      </p>
    </section>
  );
}
