import type { Plugin } from 'vite';

/**
 * The server's build in ASCII: every other character is written by its number. V8 keeps a text with one character beyond Latin-1 at two
 * bytes a character, and each process keeps the text of all its modules.
 */
export function asciiServer(): Plugin {
  return {
    name: 'ascii-server',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.code);
    },
  };
}

/** The same script in ASCII. Texts, patterns and names may have their characters written like this; `String.raw` alone would tell. */
export const inAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
