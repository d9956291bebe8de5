import { labeledBars } from '#app/ui/chart-scale.ts';

/** So many labels fit below the bars of a chart on a phone. */
const mostLabels = 4;

/** Labels below the bars, in an SVG without a scale of its own: its text keeps its size, and its places are percentages. */
export function TimeAxis({ labels }: { labels: readonly string[] }) {
  const labeled = labeledBars(labels.length, mostLabels);
  // The last label ends where its bar does, so on a narrow phone it would touch the one before it.
  const nextToLast = [...labeled][1];
  return (
    <svg className="h-4 w-full overflow-visible fill-muted text-xs" aria-hidden="true" focusable="false">
      {labels.map((label, index) => {
        if (!labeled.has(index)) return null;
        const isLast = index === labels.length - 1;
        return (
          <text
            key={label}
            className={index === nextToLast && index > 0 ? 'max-[420px]:hidden' : undefined}
            y="12"
            x={isLast ? '100%' : `${((index + 0.5) / labels.length) * 100}%`}
            textAnchor={isLast ? 'end' : index === 0 ? 'start' : 'middle'}
          >
            {label}
          </text>
        );
      })}
    </svg>
  );
}

/** Values beside the bars of a chart whose line of zero is not its lowest, each at its place from the top in percent. */
export function ValueAxis({ values }: { values: readonly { at: number; text: string }[] }) {
  return (
    <>
      {/* As wide as its longest value: an SVG has no width of its own. */}
      <span className="invisible h-0 text-xs tabular-nums">
        {values.map(({ text }) => (
          <span key={text} className="block">
            {text}
          </span>
        ))}
      </span>
      <svg
        className="absolute inset-0 size-full overflow-visible fill-muted text-xs tabular-nums"
        aria-hidden="true"
        focusable="false"
      >
        {values.map(({ at, text }) => (
          <text
            key={text}
            x="100%"
            y={`${at}%`}
            textAnchor="end"
            dominantBaseline={at === 0 ? 'hanging' : at === 100 ? 'auto' : 'middle'}
          >
            {text}
          </text>
        ))}
      </svg>
    </>
  );
}

/** Says that the last bar grows still: it is drawn lighter. */
export function UnfinishedNote({ label }: { label: string | undefined }) {
  return label ? <p className="text-xs text-muted">Lighter: {label} is not over yet.</p> : null;
}
