import type { SlideOf } from '#app/domain/learning/decks/slides.ts';
import { SlideTitle } from '#app/routes/frame/deck/slide-text.tsx';

/** Bars from zero: their lengths are to one another as their values are. */
export function BarsSlide({ title, bars, mark }: SlideOf<'bars'>) {
  const most = Math.max(...bars.map(({ value }) => value)) || 1;
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <ul className="slide-chart">
        {bars.map(({ label, value, text }, index) => (
          <li key={label} data-step={index + 1} className={label === mark ? 'slide-marked-bar' : undefined}>
            <span className="slide-bar-label">{label}</span>{' '}
            <svg aria-hidden="true" focusable="false">
              <rect width={`${percent(value / most)}%`} height="100%" rx="3" />
            </svg>{' '}
            <b>{text}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

const percent = (share: number) => Math.round(share * 1_000) / 10;

/** A line from point to point, from zero up; drawn in percent of its place, so that its words keep their size. */
export function LineSlide({ title, points, note }: SlideOf<'line'>) {
  const most = Math.max(...points.map(({ value }) => value)) || 1;
  const places = points.map(({ label, value, text }, index) => ({
    label,
    text,
    x: `${percent((index + 0.5) / points.length)}%`,
    // Room for the words above the highest and below the axis.
    y: `${percent(0.82 - (value / most) * 0.62)}%`,
  }));
  return (
    <>
      <SlideTitle>{title}</SlideTitle>
      <svg
        className="slide-curve"
        role="img"
        aria-label={points.map(({ label, text, value }) => `${label}: ${text ?? value}`).join(', ')}
      >
        <line className="slide-axis" x1="0" y1="82%" x2="100%" y2="82%" />
        {places.slice(1).map((place, index) => (
          <line key={place.label} x1={places[index]?.x} y1={places[index]?.y} x2={place.x} y2={place.y} />
        ))}
        {places.map(({ label, text, x, y }) => (
          <g key={label}>
            <circle cx={x} cy={y} r="5" />
            {text ? (
              <text x={x} y={y} dy="-0.7em" className="slide-value">
                {text}
              </text>
            ) : null}
            <text x={x} y="98%">
              {label}
            </text>
          </g>
        ))}
      </svg>
      {note ? <p className="slide-note">{note}</p> : null}
    </>
  );
}
