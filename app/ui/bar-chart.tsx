import { TimeAxis, UnfinishedNote, ValueAxis } from '#app/ui/chart-axes.tsx';
import { roundedTop } from '#app/ui/chart-scale.ts';
import { classNames } from '#app/ui/class-names.ts';

/** A bar: its share of the highest value is its height. */
interface Bar {
  label: string;
  value: number;
  /** Its time is not over yet: it is drawn hatched, and a line below the chart says so. */
  isUnfinished?: boolean;
}

const height = 100;

/**
 * Bars of one measure over time, drawn on the server, with an axis of values and one of time; a bar names its value when the pointer is
 * over it, and one below zero hangs from the line. It is a picture for the eye: `title` names it, and a table beside it has the figures.
 * The labels are HTML, so that they keep their size when the bars shrink with the screen.
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
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const scale = { top: roundedTop(most), bottom: least < 0 ? -roundedTop(-least) : 0 };
  const size = isTall ? 'h-40 xl:h-96' : 'h-40';
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">Highest: {formatValue(most)}</span>
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        <div className="relative flex flex-col justify-between text-right text-xs leading-none text-muted tabular-nums">
          <Values scale={scale} formatValue={formatValue} />
        </div>
        <Bars bars={bars} scale={scale} formatValue={formatValue} className={size} />
        <span />
        <TimeAxis labels={bars.map(({ label }) => label)} />
      </div>
      <UnfinishedNote label={bars.find(({ isUnfinished }) => isUnfinished)?.label} />
    </figure>
  );
}

/** The values at the top and the bottom of a chart; the bottom is zero or below. */
interface Scale {
  top: number;
  bottom: number;
}

function Values({
  scale: { top, bottom },
  formatValue,
}: {
  scale: Scale;
  formatValue: (value: number) => string;
}) {
  if (bottom < 0)
    return (
      <ValueAxis
        values={[top, 0, bottom].map((value) => ({
          at: ((top - value) / (top - bottom)) * 100,
          text: formatValue(value),
        }))}
      />
    );
  return (
    <>
      <span>{formatValue(top)}</span>
      {/* Half of a small odd number of people or things is no number of them. */}
      {top % 2 === 0 ? <span>{formatValue(top / 2)}</span> : null}
      <span>{formatValue(0)}</span>
    </>
  );
}

function Bars({
  bars,
  scale: { top, bottom },
  formatValue,
  className,
}: {
  bars: readonly Bar[];
  scale: Scale;
  className: string;
  formatValue: (value: number) => string;
}) {
  const width = bars.length * 10;
  const perUnit = height / (top - bottom);
  const zero = top * perUnit;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={classNames('w-full border-line-strong', bottom === 0 && 'border-b', className)}
      aria-hidden="true"
      focusable="false"
    >
      {[0, zero / 2, ...(bottom < 0 ? [zero, height] : [])].map((at) => (
        <line
          key={at}
          x1="0"
          x2={width}
          y1={at}
          y2={at}
          className={at === zero ? 'stroke-line-strong' : 'stroke-line'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {bars.map(({ label, value, isUnfinished }, index) => {
        const tall = value === 0 ? 0 : Math.max(2, Math.abs(value) * perUnit);
        return (
          <g key={label} className="chart-column">
            <title>{`${label}: ${formatValue(value)}${isUnfinished ? ' so far' : ''}`}</title>
            {/* The whole column answers the pointer, also above a low bar. */}
            <path d={`M${index * 10} 0h10v${height}h-10z`} className="fill-transparent" />
            <rect
              x={index * 10 + 1.5}
              y={value < 0 ? zero : zero - tall}
              width="7"
              height={tall}
              className={classNames(
                isUnfinished && '[stroke-dasharray:4_3]',
                value < 0
                  ? isUnfinished
                    ? 'fill-danger-soft stroke-danger'
                    : 'fill-danger'
                  : isUnfinished
                    ? 'fill-accent-soft stroke-accent'
                    : 'fill-accent',
              )}
              vectorEffect="non-scaling-stroke"
            />
          </g>
        );
      })}
    </svg>
  );
}
