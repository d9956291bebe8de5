import type { marketingMaterialsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';

type Copy = ReturnType<typeof marketingMaterialsCopy>;

/** How the materials are used, in six steps. */
export function HowToUse({ guide, rules }: Pick<Copy, 'guide' | 'rules'>) {
  return (
    <section aria-labelledby="guide" className="grid gap-4">
      <h2 id="guide">{guide.title}</h2>
      <ol className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {guide.items.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[2rem_minmax(0,1fr)] border-t border-line py-5">
            <span aria-hidden="true" className="font-display text-2xl leading-tight text-accent">
              {index + 1}
            </span>
            <div className="grid gap-1">
              <h3>{step.title}</h3>
              <p className="text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{rules.text}</p>
    </section>
  );
}
