import { onPress } from '#app/ui/script/on-press.ts';

type Panel = { toggleAssistant(link: HTMLAnchorElement, takesFocus?: boolean): Promise<void> };

const load = ({ dataset }: HTMLElement): Promise<Panel> => import(/* @vite-ignore */ dataset.assistant ?? '');

/**
 * The link to the assistant (`data-assistant` names the panel's script) opens its panel, which is loaded then and not before, and again on
 * the next page where it was left open. Where the script cannot be loaded the link leads to the page.
 */
export function openAssistant(): void {
  onPress<HTMLAnchorElement>('a[data-assistant]', (link, event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load(link).then(
      ({ toggleAssistant }) => toggleAssistant(link),
      () => location.assign(link.href),
    );
  });
  const link = document.querySelector<HTMLAnchorElement>('aside:not([hidden]) > a[data-assistant]');
  if (link && sessionStorage.getItem('assistant')?.includes('"isOpen":true'))
    load(link).then(({ toggleAssistant }) => toggleAssistant(link, false), console.warn);
}
