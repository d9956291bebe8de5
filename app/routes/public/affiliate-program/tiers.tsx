interface Tier {
  name: string;
  price: string;
  priceNote: string;
  rate: string;
  rateNote: string;
  points: string[];
}

/** The ways to take part, side by side. */
export function Tiers({ title, tiers }: { title: string; tiers: Tier[] }) {
  return (
    <section aria-labelledby="tiers" className="border-y border-line bg-surface">
      <div className="page section grid gap-10">
        <h2 id="tiers" className="headline">
          {title}
        </h2>
        <ul className="grid lg:grid-cols-3">
          {tiers.map((tier) => (
            <li
              key={tier.name}
              className="grid content-start gap-5 border-line py-8 max-lg:border-t lg:border-l lg:px-8 lg:py-2 lg:first:border-l-0 lg:first:pl-0 lg:last:pr-0"
            >
              <h3 className="text-2xl">{tier.name}</h3>
              <p className="grid">
                <span className="font-display text-5xl leading-tight font-medium text-accent">
                  {tier.rate}
                </span>
                <span className="text-sm text-muted lg:min-h-[3em]">{tier.rateNote}</span>
              </p>
              <p className="flex flex-wrap items-baseline gap-x-2 border-y border-line py-3">
                <span className="text-lg font-semibold">{tier.price}</span>
                <span className="text-sm text-muted">{tier.priceNote}</span>
              </p>
              <ul className="grid list-disc gap-2 pl-5 text-sm marker:text-accent">
                {tier.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
