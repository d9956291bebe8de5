/** A bar: its share of the highest value is its height. */
export interface Bar {
  label: string;
  value: number;
}

/**
 * Bars of one measure over time, drawn on the server. It is a picture for the eye: `title` names it, and a table beside it has the
 * figures. The labels are HTML, so that they keep their size when the bars shrink with the screen.
 */
export function BarChart({
  title,
  bars,
  formatValue = (value) => value.toLocaleString('en-US'),
}: {
  title: string;
  bars: readonly Bar[];
  /** How a value is written. */
  formatValue?: (value: number) => string;
}) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const highest = Math.max(1, most);
  const height = 100;
  return (
    <figure className="grid gap-2">
      <figcaption className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">highest: {formatValue(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b border-line-strong"
        aria-hidden="true"
        focusable="false"
      >
        {[0, 0.5].map((at) => (
          <line
            key={at}
            x1="0"
            x2={bars.length * 10}
            y1={at * height}
            y2={at * height}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {bars.map(({ label, value }, index) => {
          const tall = value === 0 ? 0 : Math.max(2, (value / highest) * height);
          return (
            <rect
              key={label}
              x={index * 10 + 1.5}
              y={height - tall}
              width="7"
              height={tall}
              className="fill-accent"
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </figure>
  );
}
