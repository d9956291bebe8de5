import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { isolatedTasks } from './build-plugins/isolated-tasks.ts';
import { pageScripts } from './build-plugins/page-scripts.ts';
import { smallPrisma } from './build-plugins/prisma.ts';
import { asciiServer } from './build-plugins/server-text.ts';

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

/** What every page that React goes on with loads, in two files, and what a lesson adds in a third: the same in many small ones weighs more. */
const chunks = [
  { name: 'framework', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  {
    name: 'site',
    test: /\/app\/(?:root\.tsx|entry\.client\.tsx|routes\/pages-layout|routes\/member\/layout|routes\/frame\/page-head|routes\/http\/page-handle|ui\/(?:breadcrumb|button|icon|card|form-errors|progress-bar|prose)\.tsx)/,
  },
  {
    name: 'course-lesson',
    test: /\/app\/routes\/(?:frame\/(?:piece-marks\/(?:text-with-place|tickable-text)|watch)|member\/course\/(?:watch|complete-button|module))\.tsx?/,
  },
];

/**
 * The server's build by layers, each of which imports only those before it. V8 reads a file at once, and what it takes to read four
 * megabytes is memory that a process keeps. What is loaded late is left where it is.
 */
const serverChunks = [
  {
    name: 'platform',
    test: /\/app\/platform\/|^\0prisma-runtime$/,
    tags: ['$initial' as const],
    priority: 1,
  },
  { name: 'domain', test: /\/app\/domain\//, tags: ['$initial' as const] },
];

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    pageScripts(),
    precompress(),
    smallPrisma(),
    asciiServer(),
    isolatedTasks(),
  ],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    // The server bundle starts at the composition root, which imports the routes.
    ssr: {
      build: {
        rolldownOptions: {
          input: './app/program/server.ts',
          output: { codeSplitting: { groups: serverChunks }, comments: false },
        },
      },
    },
  },
});
