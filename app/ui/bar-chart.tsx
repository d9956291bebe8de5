import { labeledBars, roundedTop } from '#app/ui/chart-scale.ts';
import { classNames } from '#app/ui/class-names.ts';

/** A bar: its share of the highest value is its height. */
interface Bar {
  label: string;
  value: number;
  /** Its time is not over yet: it is drawn hatched, and a line below the chart says so. */
  isUnfinished?: boolean;
}

const height = 100;

/** So many labels fit below the bars of a chart on a phone. */
const mostLabels = 4;

/**
 * Bars of one measure over time, drawn on the server, with an axis of values and one of time; a bar names its value when the pointer is
 * over it. It is a picture for the eye: `title` names it, and a table beside it has the figures. The labels are HTML, so that they keep
 * their size when the bars shrink with the screen.
 */
export function BarChart({
  title,
  bars,
  formatValue = (value) => value.toLocaleString('en-US'),
  isTall = false,
}: {
  title: string;
  bars: readonly Bar[];
  /** Beside a long table, on wide screens. */
  isTall?: boolean;
  /** How a value is written. */
  formatValue?: (value: number) => string;
}) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const top = roundedTop(most);
  const unfinished = bars.find(({ isUnfinished }) => isUnfinished);
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">Highest: {formatValue(most)}</span>
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        <div className="flex flex-col justify-between text-right text-xs leading-none text-muted tabular-nums">
          <span>{formatValue(top)}</span>
          {/* Half of a small odd number of people or things is no number of them. */}
          {top % 2 === 0 ? <span>{formatValue(top / 2)}</span> : null}
          <span>{formatValue(0)}</span>
        </div>
        <Bars bars={bars} top={top} formatValue={formatValue} className={isTall ? 'h-40 xl:h-96' : 'h-40'} />
        <span />
        <TimeAxis bars={bars} />
      </div>
      {unfinished ? <p className="text-xs text-muted">Lighter: {unfinished.label} is not over yet.</p> : null}
    </figure>
  );
}

/** Labels below the bars, in an SVG without a scale of its own: its text keeps its size, and its places are percentages. */
function TimeAxis({ bars }: { bars: readonly Bar[] }) {
  const labeled = labeledBars(bars.length, mostLabels);
  // The last label ends where its bar does, so on a narrow phone it would touch the one before it.
  const nextToLast = [...labeled][1];
  return (
    <svg className="h-4 w-full overflow-visible fill-muted text-xs" aria-hidden="true" focusable="false">
      {bars.map(({ label }, index) => {
        if (!labeled.has(index)) return null;
        const isLast = index === bars.length - 1;
        return (
          <text
            key={label}
            className={index === nextToLast && index > 0 ? 'max-[420px]:hidden' : undefined}
            y="12"
            x={isLast ? '100%' : `${((index + 0.5) / bars.length) * 100}%`}
            textAnchor={isLast ? 'end' : index === 0 ? 'start' : 'middle'}
          >
            {label}
          </text>
        );
      })}
    </svg>
  );
}

function Bars({
  bars,
  top,
  formatValue,
  className,
}: {
  bars: readonly Bar[];
  top: number;
  className: string;
  formatValue: (value: number) => string;
}) {
  const width = bars.length * 10;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={classNames('w-full border-b border-line-strong', className)}
      aria-hidden="true"
      focusable="false"
    >
      {[0, 0.5].map((at) => (
        <line
          key={at}
          x1="0"
          x2={width}
          y1={at * height}
          y2={at * height}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {bars.map(({ label, value, isUnfinished }, index) => {
        const tall = value <= 0 ? 0 : Math.max(2, (value / top) * height);
        return (
          <g key={label}>
            <title>{`${label}: ${formatValue(value)}${isUnfinished ? ' so far' : ''}`}</title>
            {/* The whole column answers the pointer, also above a low bar. */}
            <path d={`M${index * 10} 0h10v${height}h-10z`} fill="transparent" />
            <rect
              x={index * 10 + 1.5}
              y={height - tall}
              width="7"
              height={tall}
              className={
                isUnfinished ? 'fill-accent-soft stroke-accent [stroke-dasharray:4_3]' : 'fill-accent'
              }
              vectorEffect="non-scaling-stroke"
            />
          </g>
        );
      })}
    </svg>
  );
}
