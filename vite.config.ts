import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { pageScript } from './app/build-page-script.ts';

/** Writes .br and .gz beside built assets, so that the server compresses none at run time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (source.length < 1_000) continue;
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.br`,
          source: await promisify(brotliCompress)(source),
        });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: await promisify(gzip)(source) });
      }
    },
  };
}

/** What every page that React goes on with loads, in two files: the same in many small ones weighs more. */
const chunks = [
  { name: 'framework', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  {
    name: 'site',
    test: /\/app\/(?:root\.tsx|entry\.client\.tsx|routes\/pages-layout|routes\/member\/layout|routes\/frame\/(?:site-|error-page|page-head)|routes\/http\/|ui\/(?:button|link|class-names|icon|notice|page-context|card|breadcrumb|progress-bar|focus-after))/,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), pageScript(), precompress()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    // The server bundle starts at the composition root, which imports the routes.
    ssr: { build: { rolldownOptions: { input: './app/server.ts' } } },
  },
});
