/** A page being planned: boxes, a heading, and the note that says what the visitor came for. Decoration only. */
export function PageSketch() {
  return (
    <svg
      viewBox="0 0 420 210"
      className="mt-2 -mb-5 h-auto w-full sm:-mb-6 lg:mt-4 lg:mb-0"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d="M20 210V34a12 12 0 0 1 12-12h286a12 12 0 0 1 12 12v176"
        className="f-none s-line"
        strokeWidth="1.5"
      />
      <path d="M20 52h310" className="s-line" strokeWidth="1.5" />
      <g className="f-line">
        <circle cx="37" cy="37" r="4" />
        <circle cx="51" cy="37" r="4" />
        <circle cx="65" cy="37" r="4" />
      </g>
      <g className="f-ink">
        <rect x="44" y="76" width="132" height="13" rx="2" />
        <rect x="44" y="97" width="96" height="13" rx="2" />
      </g>
      <g className="f-line">
        <rect x="44" y="124" width="120" height="6" rx="3" />
        <rect x="44" y="137" width="104" height="6" rx="3" />
      </g>
      <rect x="44" y="160" width="84" height="26" rx="6" className="f-accent" />
      <rect x="200" y="76" width="106" height="110" rx="6" className="f-soft" />
      <path
        d="M200 160l34-34 26 24 18-16 28 26v20a6 6 0 0 1-6 6h-94a6 6 0 0 1-6-6z"
        className="f-accent"
        opacity="0.35"
      />
      <circle cx="280" cy="102" r="10" className="f-accent" opacity="0.35" />
      <path
        d="M138 173c60 22 150 30 216-28"
        className="f-none s-accent"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 7"
      />
      <path d="M138 173l13-4m-13 4l10 9" className="f-none s-accent" strokeWidth="2" strokeLinecap="round" />
      <g transform="rotate(4 372 106)">
        <rect x="330" y="66" width="86" height="80" rx="3" className="fill-marker" />
        <path
          d="M342 86h60M342 101h52M342 116h58M342 131h30"
          className="s-ink"
          strokeWidth="3"
          strokeLinecap="round"
          opacity="0.7"
        />
      </g>
    </svg>
  );
}
