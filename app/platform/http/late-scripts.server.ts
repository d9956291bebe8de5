import type { Markup } from '#app/platform/http/whole-page.server.ts';

/** What the framework has put into a page's head to have scripts fetched at once. */
const early = /(?:<link rel="modulepreload" href="[^"]*" nonce="[^"]*"\/>)+/;

/** What it has put at the page's end to run them, up to its text. */
const opening = (nonce: string) => `<script nonce="${nonce}" type="module" async="">`;

/** A script's type that browsers leave alone. */
const waiting = 'late';

/**
 * Has the files named in its own element fetched, and lets the script that waits run, once the page has been shown: a script in the page
 * runs when its styles are there, and the browser then paints first what it has. A page that nobody looks at is not painted.
 */
const runLater = `{const{dataset:{files},nonce}=document.currentScript;const run=()=>{for(const href of files.split(" "))document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href,nonce}));const old=document.querySelector("script[type=${waiting}]"),now=document.createElement("script");Object.assign(now,{nonce,type:"module",text:old.text});old.replaceWith(now)};document.hidden?run():requestAnimationFrame(()=>setTimeout(run))}`;

/**
 * Has a page's scripts fetched once it has been shown: on a slow line they would share it with its styles and fonts, and a page reads and
 * works without scripts.
 * @returns the markup without what fetches and runs them, and the script that makes up for that
 */
export function fetchScriptsLate(markup: string, nonce: string): { markup: Markup; script: string } {
  const found = early.exec(markup);
  const start = opening(nonce);
  const runs = markup.lastIndexOf(start);
  if (!found || runs < found.index) return { markup: [markup], script: '' };
  const [links] = found;
  const files = [...links.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
  return {
    markup: [
      markup.slice(0, found.index),
      markup.slice(found.index + links.length, runs),
      start.replace('type="module" async=""', `type="${waiting}"`),
      markup.slice(runs + start.length),
    ],
    script: `<script nonce="${nonce}" data-files="${files.join(' ')}">${runLater}</script>`,
  };
}
