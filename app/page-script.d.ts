/** The address of the script of all pages (app/build-page-script.ts). */
declare module 'virtual:page-script' {
  const address: string;
  export default address;
}

/** The address of the script that plays decks. */
declare module 'virtual:deck-script' {
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
