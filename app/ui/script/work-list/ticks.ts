const boxesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLInputElement>('input.row-tick')];

/** What the ticked boxes come to, as money (", $141"); empty where rows have no amounts, or those of several currencies. */
export function sumText(boxes: readonly { dataset: DOMStringMap }[]): string {
  const [currency, ...others] = new Set(boxes.map(({ dataset }) => dataset.currency));
  if (!currency || others.length > 0) return '';
  const cents = boxes.reduce((sum, { dataset }) => sum + Number(dataset.cents), 0);
  const digits = cents % 100 === 0 ? 0 : 2;
  const money = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  });
  return `, ${money.format(cents / 100)}`;
}

/** Announces how many rows are ticked, ticks the whole page by the box above the rows, and a range by Shift and a click. */
export function followTicks(list: HTMLElement): void {
  const whole = list.querySelector<HTMLInputElement>('[data-selects-page]');
  const status = list.querySelector('[data-selected-count]');
  const shownCount = list.querySelector<HTMLElement>('.bulk-count');
  let latest: HTMLInputElement | null = null;

  const show = () => {
    const boxes = boxesOf(list);
    const ticked = boxes.filter(({ checked }) => checked);
    const count = ticked.length;
    const sum = sumText(ticked);
    // The count beside it is the stylesheet's.
    if (shownCount) shownCount.dataset.sum = sum;
    if (whole) {
      whole.checked = count > 0 && count === boxes.length;
      whole.indeterminate = count > 0 && count < boxes.length;
    }
    return `${count} selected${sum}`;
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
    const selected = show();
    const all = list.querySelector<HTMLInputElement>('.bulk-all');
    if (status) status.textContent = all?.checked ? (all.labels?.[0]?.textContent ?? '') : selected;
  });
}
