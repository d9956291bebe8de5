import type { Markup } from '#app/platform/http/whole-page.server.ts';

/** What the framework has put into a page's head to have scripts fetched at once. */
const early = /(?:<link rel="modulepreload" href="[^"]*" nonce="[^"]*"\/>)+/;

/** A script that stands in a page runs once the styles above it are there. */
const fetchNow =
  'const{dataset:{files},nonce}=document.currentScript;for(const href of files.split(" "))document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href,nonce}))';

/**
 * Has a page's scripts fetched once its styles are there: on a slow line they would share it, and a page reads and works without scripts.
 * @returns the markup without the links to them, and the script that makes up for those
 */
export function fetchScriptsLate(markup: string, nonce: string): { markup: Markup; script: string } {
  const found = early.exec(markup);
  if (!found) return { markup: [markup], script: '' };
  const [links] = found;
  const files = [...links.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
  return {
    markup: [markup.slice(0, found.index), markup.slice(found.index + links.length)],
    script: `<script nonce="${nonce}" data-files="${files.join(' ')}">${fetchNow}</script>`,
  };
}
