/** What came and what went in a part of the time shown; both are zero or more. */
interface GainAndLoss {
  label: string;
  gain: number;
  loss: number;
}

/**
 * What came, above a line, and what went, hatched and below it: drawn on the server, and told apart without color. A picture for the eye:
 * `title` names it, and a table beside it has the figures.
 */
export function GainLossChart({
  id,
  title,
  bars,
  names,
  formatValue = String,
}: {
  /** One of its own on the page. */
  id: string;
  title: string;
  bars: readonly GainAndLoss[];
  names: { gain: string; loss: string };
  /** How a value is written. */
  formatValue?: (value: number) => string;
}) {
  const most = Math.max(1, ...bars.map(({ gain }) => gain));
  const least = Math.max(0, ...bars.map(({ loss }) => loss));
  const height = 100;
  const scale = height / (most + least);
  const line = most * scale;
  const tall = (value: number) => (value === 0 ? 0 : Math.max(1.5, value * scale));
  return (
    <figure className="grid gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
          <span>
            above the line: {names.gain}, at most {formatValue(Math.max(0, ...bars.map(({ gain }) => gain)))}
          </span>
          <span>
            hatched below: {names.loss}, at most {formatValue(least)}
          </span>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
        aria-hidden="true"
        focusable="false"
      >
        <defs>
          <pattern id={id} width="2" height="4" patternUnits="userSpaceOnUse">
            <rect width="2" height="2" className="fill-danger" />
          </pattern>
        </defs>
        {bars.map(({ label, gain, loss }, index) => (
          <g key={label}>
            <rect
              x={index * 10 + 1.5}
              y={line - tall(gain)}
              width="7"
              height={tall(gain)}
              className="fill-accent"
            />
            <rect x={index * 10 + 1.5} y={line} width="7" height={tall(loss)} fill={`url(#${id})`} />
          </g>
        ))}
        <line
          x1="0"
          x2={bars.length * 10}
          y1={line}
          y2={line}
          className="stroke-line-strong"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </figure>
  );
}
