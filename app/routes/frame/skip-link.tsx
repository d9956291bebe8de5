/** The first link of every page, shown when it has the focus. On a line of its own in text browsers. */
export function SkipLink() {
  return (
    <div className="contents">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Skip to content
      </a>
    </div>
  );
}
