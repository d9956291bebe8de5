import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), precompress()],
  build: { assetsInlineLimit: 0 },
  environments: {
    // The server bundle starts at the composition root, which imports the routes.
    ssr: { build: { rolldownOptions: { input: './app/server.ts' } } },
  },
});
