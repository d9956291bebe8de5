/** A script of a part of pages: it serves an element from when somebody first comes to it. */
type PartScript = { begin(part: HTMLElement): void };

const begun = new WeakSet<Element>();

/** The parts of a page that have a script of their own (`data-script` is its address), which is loaded when somebody comes to one. */
export function beginParts(): void {
  for (const kind of ['focusin', 'input'])
    document.addEventListener(kind, ({ target }) => {
      const part = target instanceof Element && target.closest<HTMLElement>('[data-script]');
      if (!part || begun.has(part)) return;
      begun.add(part);
      import(/* @vite-ignore */ part.dataset.script ?? '').then(
        ({ begin }: PartScript) => begin(part),
        // The connection failed: the next time somebody comes to it. Until then it works as it does without scripts.
        () => begun.delete(part),
      );
    });
}
