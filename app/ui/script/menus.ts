/** Menus (`data-menu`) open and close by themselves, being disclosures. They also close once something in them is chosen, on Escape, and
 * on a press or the focus elsewhere. */
export function closeMenus(): void {
  const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('[data-menu][open]');
  const closeUnlessWithin = ({ target }: Event) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  document.addEventListener('pointerdown', closeUnlessWithin);
  document.addEventListener('focusin', closeUnlessWithin);
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus())
      if (target instanceof Element && target.closest('a, button') && menu.contains(target))
        menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}
