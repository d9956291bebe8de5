/** The address of the script of all pages (app/build-page-script.ts). */
declare module 'virtual:page-script' {
  const address: string;
  export default address;
}

/** The address of the script of the assistant's panel (app/build-page-script.ts). */
declare module 'virtual:assistant-script' {
  const address: string;
  export default address;
}
