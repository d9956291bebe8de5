import { Check } from '#app/ui/icon.tsx';

interface GuaranteeProps {
  copy: { title: string; text: string; points: string[]; figure: string };
  days: number;
}

export function Guarantee({ copy, days }: GuaranteeProps) {
  return (
    <section aria-labelledby="guarantee" className="border-y border-line bg-accent-soft">
      <div className="page section grid gap-12 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:items-center lg:gap-20">
        <div className="grid gap-5">
          <h2 id="guarantee" className="headline">
            {copy.title}
          </h2>
          <p className="max-w-xl text-lg">{copy.text}</p>
          <ul className="grid gap-2">
            {copy.points.map((point) => (
              <li key={point} className="flex gap-2.5">
                <Check className="mt-1 text-accent" />
                <span>{point}</span>
              </li>
            ))}
          </ul>
        </div>
        <DaysFigure days={days} caption={copy.figure} />
      </div>
    </section>
  );
}

const columns = 6;
const pitch = 50;

/** The days of the guarantee, one square each. */
function DaysFigure({ days, caption }: { days: number; caption: string }) {
  const rows = Math.ceil(days / columns);
  return (
    <figure className="grid max-w-xs gap-4 justify-self-start lg:justify-self-end">
      <svg
        viewBox={`0 0 ${columns * pitch - 8} ${rows * pitch - 8}`}
        className="h-auto w-full"
        aria-hidden="true"
        focusable="false"
      >
        {Array.from({ length: days }, (_, index) => {
          const x = (index % columns) * pitch;
          const y = Math.floor(index / columns) * pitch;
          const isLast = index === days - 1;
          return (
            <g key={`${x}-${y}`}>
              <rect
                x={x + 1}
                y={y + 1}
                width="40"
                height="40"
                rx="6"
                className={isLast ? 'f-accent' : 'f-surface s-accent'}
                strokeWidth={isLast ? 0 : 1}
              />
              <text
                x={x + 21}
                y={y + 26}
                fontSize="15"
                textAnchor="middle"
                className={isLast ? 't-on-accent' : 't-accent'}
              >
                {index + 1}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="text-sm">{caption}</figcaption>
    </figure>
  );
}
