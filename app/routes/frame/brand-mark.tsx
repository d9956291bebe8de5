/** The sign of the site. It says nothing to who cannot see it: the name stands beside it. */
export function BrandMark({ className = 'size-7 shrink-0 sm:size-8' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 23V10l8 8 8-8v13"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
