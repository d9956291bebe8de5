/** The address of the script of all pages (build-plugins/page-scripts.ts). */
declare module 'virtual:page-script' {
  const address: string;
  export default address;
}

/** The address of the script that plays decks. */
declare module 'virtual:deck-script' {
  const address: string;
  export default address;
}

/** The address of the script of long texts. */
declare module 'virtual:reading-script' {
  const address: string;
  export default address;
}

/** The address of the script that turns notifications on in a browser. */
declare module 'virtual:push-script' {
  const address: string;
  export default address;
}

/** The address of the script that asks a browser for a passkey. */
declare module 'virtual:passkey-script' {
  const address: string;
  export default address;
}

/** The address of the script that clears what a browser keeps of signing in. */
declare module 'virtual:clear-auth-script' {
  const address: string;
  export default address;
}

/** The address of the script of what changes on a page while somebody looks at it. */
declare module 'virtual:live-script' {
  const address: string;
  export default address;
}

/** The address of the script that tells times in the reader's zone. */
declare module 'virtual:local-time-script' {
  const address: string;
  export default address;
}

/** The address of the script that chooses the browser's time zone. */
declare module 'virtual:time-zone-script' {
  const address: string;
  export default address;
}

/** The address of the script of what floats above a page. */
declare module 'virtual:giving-way-script' {
  const address: string;
  export default address;
}

/** The address of the script of the assistant's panel. */
declare module 'virtual:assistant-script' {
  const address: string;
  export default address;
}

/** The address of the script that reckons while one types. */
declare module 'virtual:calculator-script' {
  const address: string;
  export default address;
}

/** The address of the script that keeps what is ticked. */
declare module 'virtual:checklist-script' {
  const address: string;
  export default address;
}

/** The address of the script that restores what was typed before React replaced the page. */
declare module 'virtual:typed-script' {
  const address: string;
  export default address;
}

/** The address of the script that keeps pages while there is no connection. */
declare module 'virtual:connection-script' {
  const address: string;
  export default address;
}

/** The address of the service worker's script. */
declare module 'virtual:worker-script' {
  const address: string;
  export default address;
}

/** The address of the service worker's script where reading offline is off. */
declare module 'virtual:retired-worker-script' {
  const address: string;
  export default address;
}

/** The address of the script of changes that wait to be sent. */
declare module 'virtual:outbox-script' {
  const address: string;
  export default address;
}

/** The address of the script that lists what can be read offline. */
declare module 'virtual:offline-script' {
  const address: string;
  export default address;
}

/** The address of the script that proposes pieces while somebody types into a search box. */
declare module 'virtual:search-script' {
  const address: string;
  export default address;
}

/** The address of the script of lists whose rows can be ticked. */
declare module 'virtual:work-list-script' {
  const address: string;
  export default address;
}

/** The address of the script that applies the filter of a list at once. */
declare module 'virtual:list-filter-script' {
  const address: string;
  export default address;
}

/** The address of the script that opens the command palette by its keys. */
declare module 'virtual:shortcut-script' {
  const address: string;
  export default address;
}

/** The address of the script of the command palette. */
declare module 'virtual:palette-script' {
  const address: string;
  export default address;
}
