import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { pageScripts } from './app/build-page-script.ts';

/** Writes .br and .gz beside built assets, so that the server compresses none at run time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Once they are written: until then Vite goes on writing in chunks what they import later.
    async writeBundle({ dir = '' }, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (source.length < 1_000) continue;
        await writeFile(join(dir, `${fileName}.br`), await promisify(brotliCompress)(source));
        await writeFile(join(dir, `${fileName}.gz`), await promisify(gzip)(source));
      }
    },
  };
}

/** What every page that React goes on with loads, in two files: the same in many small ones weighs more. */
const chunks = [
  { name: 'framework', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  {
    name: 'site',
    test: /\/app\/(?:root\.tsx|entry\.client\.tsx|routes\/pages-layout|routes\/member\/layout|routes\/frame\/(?:site-|error-page|page-head)|routes\/http\/|ui\/(?:button|form-errors|from-server|link|class-names|icon|notice|page-context|card|breadcrumb|progress-bar|focus-after))/,
  },
];

/**
 * Prisma's query compiler as a file beside the server's build. Prisma has it as text in a module, which every process would decode at
 * its start and keep twice.
 */
function compilerAsFile(): Plugin {
  const name = 'query-compiler.wasm';
  let source: Buffer | undefined;
  return {
    name: 'compiler-as-file',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@prisma\/client\/runtime\/.*\.wasm-base64\.mjs$/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0@prisma\/client\/runtime\/.*\.wasm-base64\.mjs$/ },
      async handler(id) {
        const { wasm } = (await import(id.slice(1))) as { wasm: string };
        source = Buffer.from(wasm, 'base64');
        // Prisma makes a buffer of it, once. The module becomes a file in build/server/assets.
        return `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
export const wasm = { valueOf: () => readFileSync(join(import.meta.dirname, '../${name}')) };`;
      },
    },
    async writeBundle({ dir = '' }) {
      if (source) await writeFile(join(dir, name), source);
    },
  };
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), pageScripts(), precompress(), compilerAsFile()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    // The server bundle starts at the composition root, which imports the routes.
    ssr: { build: { rolldownOptions: { input: './app/server.ts' } } },
  },
});
