const boxesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLInputElement>('input.row-tick')];

/** Announces how many rows are ticked, ticks the whole page by the box above the rows, and a range by Shift and a click. */
export function followTicks(list: HTMLElement): void {
  const whole = list.querySelector<HTMLInputElement>('[data-selects-page]');
  const status = list.querySelector('[data-selected-count]');
  let latest: HTMLInputElement | null = null;

  const show = () => {
    const boxes = boxesOf(list);
    const count = boxes.filter(({ checked }) => checked).length;
    if (whole) {
      whole.checked = count > 0 && count === boxes.length;
      whole.indeterminate = count > 0 && count < boxes.length;
    }
    return count;
  };
  show();

  list.addEventListener('click', ({ target, shiftKey }) => {
    if (!(target instanceof HTMLInputElement) || !target.classList.contains('row-tick')) return;
    const boxes = boxesOf(list);
    const [from, to] = [boxes.indexOf(latest ?? target), boxes.indexOf(target)].toSorted((a, b) => a - b);
    if (shiftKey) for (const box of boxes.slice(from, (to ?? 0) + 1)) box.checked = target.checked;
    latest = target;
  });
  list.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
    if (target === whole) for (const box of boxesOf(list)) box.checked = whole.checked;
    const count = show();
    const all = list.querySelector<HTMLInputElement>('.bulk-all');
    if (status)
      status.textContent = all?.checked ? (all.labels?.[0]?.textContent ?? '') : `${count} selected`;
  });
}
