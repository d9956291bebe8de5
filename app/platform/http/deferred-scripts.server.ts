/** Stands in a page where its scripts begin, which are at its end. */
export const scriptsMark = '<template data-scripts="true"></template>';

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
 * @returns the markup up to its mark, without what fetches scripts, and the scripts that follow it; null where it has none of the framework's
 */
export function deferScripts(page: string, nonce: string): { markup: string; scripts: string } | null {
  const end = page.lastIndexOf(scriptsMark);
  const preloadLinks = early.exec(page);
  const tail = page.slice(end + scriptsMark.length);
  const start = opening(nonce);
  if (!preloadLinks || preloadLinks.index > end || !tail.includes(start)) return null;
  const [links] = preloadLinks;
  const files = [...links.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
  return {
    markup: page.slice(0, preloadLinks.index) + page.slice(preloadLinks.index + links.length, end),
    scripts: `${tail.replace(start, start.replace('type="module" async=""', `type="${waiting}"`))}<script nonce="${nonce}" data-files="${files.join(' ')}">${runLater}</script>`,
  };
}
