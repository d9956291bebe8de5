const colors = [
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['ink', 'bg-ink'],
  ['muted', 'bg-muted'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['accent', 'bg-accent'],
  ['accent-strong', 'bg-accent-strong'],
  ['accent-soft', 'bg-accent-soft'],
  ['marker', 'bg-marker'],
  ['danger', 'bg-danger'],
  ['danger-soft', 'bg-danger-soft'],
  ['good', 'bg-good'],
  ['good-soft', 'bg-good-soft'],
  ['warn', 'bg-warn'],
  ['warn-soft', 'bg-warn-soft'],
] as const;

const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-3xl'] as const;

/** What everything is made of: colors, type, and the corners and shadows of boxes. */
export function Foundations() {
  return (
    <div className="grid grid-cols-1 gap-8">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-3">
        {colors.map(([name, className]) => (
          <li key={name} className="grid gap-1 text-sm">
            <span className={`h-14 rounded-control border border-line ${className}`} />
            <code className="text-xs">{name}</code>
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <p className="headline font-display">
          A headline, with <span className="marker">its marker</span>
        </p>
        {sizes.map((size) => (
          <p key={size} className={size}>
            <code className="text-xs text-muted">{size}</code> The quick brown fox jumps over the lazy dog,
            $1,204.50
          </p>
        ))}
        <p>
          <a href="#foundations" className="link">
            A link in a text
          </a>
          , <span className="text-muted">muted words</span> and <code>code</code>
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-4 text-sm">
        <li className="rounded-control border border-line bg-surface p-4">rounded-control</li>
        <li className="rounded-card border border-line bg-surface p-4">rounded-card</li>
        <li className="rounded-card bg-surface p-4 shadow-card">shadow-card</li>
        <li className="rounded-card bg-surface p-4 shadow-float">shadow-float</li>
      </ul>
    </div>
  );
}
