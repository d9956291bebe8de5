import { TimeAxis, UnfinishedNote, ValueAxis } from '#app/ui/chart-axes.tsx';
import { classNames } from '#app/ui/class-names.ts';

/** What came and what went in a part of the time shown; both are zero or more. */
interface GainAndLoss {
  label: string;
  gain: number;
  loss: number;
  /** Its time is not over yet: it is drawn lighter, and a line below the chart says so. */
  isUnfinished?: boolean;
}

const height = 100;

/**
 * What came, above a line, and what went, hatched and below it: drawn on the server, with an axis of values and one of time, and told
 * apart without color. A picture for the eye: `title` names it, a column says its values below the pointer, and a table beside it has
 * the figures.
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
  const scale = height / (most + least);
  const line = most * scale;
  const tall = (value: number) => (value === 0 ? 0 : Math.max(1.5, value * scale));
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted">
          Above the line: {names.gain}. Hatched: {names.loss}.
        </span>
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        <div className="relative">
          <ValueAxis
            values={[
              { at: 0, text: formatValue(most) },
              { at: line, text: formatValue(0) },
              ...(least > 0 ? [{ at: height, text: `−${formatValue(least)}` }] : []),
            ]}
          />
        </div>
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
          {bars.map(({ label, gain, loss, isUnfinished }, index) => (
            <g key={label} className="chart-column">
              <title>
                {`${label}: ${formatValue(gain)} ${names.gain}, ${formatValue(loss)} ${names.loss}${isUnfinished ? ' so far' : ''}`}
              </title>
              <path d={`M${index * 10} 0h10v${height}h-10z`} className="fill-transparent" />
              <rect
                x={index * 10 + 1.5}
                y={line - tall(gain)}
                width="7"
                height={tall(gain)}
                className={classNames(
                  isUnfinished ? 'fill-accent-soft stroke-accent [stroke-dasharray:4_3]' : 'fill-accent',
                )}
                vectorEffect="non-scaling-stroke"
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
        <span />
        <TimeAxis labels={bars.map(({ label }) => label)} />
      </div>
      <UnfinishedNote label={bars.find(({ isUnfinished }) => isUnfinished)?.label} />
    </figure>
  );
}
