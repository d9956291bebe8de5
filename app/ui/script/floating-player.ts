// The script of what floats above a page, loaded when the page has nothing to do.

const controls = 'main form :is(button, input:not([type="hidden"]), select, textarea)';

/** What floats (`data-player`) gives way while a control of a form lies under it: it hides, and comes back when the page moves on. */
export function prepare(toggle: HTMLElement): void {
  const link = toggle.querySelector('a');
  const main = document.querySelector('main');
  if (!link || !main) return;
  let watcher: IntersectionObserver | undefined;
  const under = new Set<Element>();

  /** Watches the corner of the window in which it floats. */
  const watch = () => {
    watcher?.disconnect();
    under.clear();
    // The page was replaced by the answer to a form.
    if (!toggle.isConnected) return;
    const { paddingBottom, paddingRight } = getComputedStyle(toggle);
    const top = innerHeight - link.offsetHeight - 2 * Number.parseFloat(paddingBottom);
    const left =
      document.documentElement.clientWidth - link.offsetWidth - 2 * Number.parseFloat(paddingRight);
    watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) under.add(target);
          else under.delete(target);
        toggle.toggleAttribute('data-gives-way', under.size > 0);
      },
      { rootMargin: `${-Math.max(top, 0)}px 0px 0px ${-Math.max(left, 0)}px` },
    );
    for (const control of document.querySelectorAll(controls)) watcher.observe(control);
  };

  watch();
  addEventListener('resize', watch);
  // Forms come and go where React shows them.
  new MutationObserver(watch).observe(main, { childList: true, subtree: true });
}
