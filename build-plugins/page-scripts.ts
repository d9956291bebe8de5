import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** The scripts of pages that are files of their own: what imports their address, where their source begins, and what they are called. */
const scripts = [
  { module: 'virtual:page-script', source: 'ui/script/main.ts', name: 'page' },
  { module: 'virtual:assistant-script', source: 'ui/assistant/panel/main.ts', name: 'assistant' },
  { module: 'virtual:push-script', source: 'ui/script/push/main.ts', name: 'push' },
  { module: 'virtual:passkey-script', source: 'ui/script/passkey/main.ts', name: 'passkey' },
  { module: 'virtual:giving-way-script', source: 'ui/script/floating-player.ts', name: 'giving-way' },
  { module: 'virtual:connection-script', source: 'ui/script/connection/main.ts', name: 'connection' },
  { module: 'virtual:worker-script', source: 'ui/script/worker/main.ts', name: 'worker' },
  { module: 'virtual:retired-worker-script', source: 'ui/script/worker/retired.ts', name: 'retired-worker' },
  { module: 'virtual:outbox-script', source: 'ui/script/offline/outbox/main.ts', name: 'outbox' },
  { module: 'virtual:offline-script', source: 'ui/script/offline/main.ts', name: 'offline' },
  { module: 'virtual:live-script', source: 'ui/script/live/main.ts', name: 'live' },
  { module: 'virtual:local-time-script', source: 'ui/script/local-time.ts', name: 'local-time' },
  { module: 'virtual:time-zone-script', source: 'ui/script/time-zone.ts', name: 'time-zone' },
  { module: 'virtual:deck-script', source: 'ui/script/deck/main.ts', name: 'deck' },
  { module: 'virtual:reading-script', source: 'ui/script/reading/main.ts', name: 'reading' },
  {
    module: 'virtual:calculator-script',
    source: 'routes/library/calculators/live.ts',
    name: 'calculator',
  },
  { module: 'virtual:clear-auth-script', source: 'ui/script/clear-auth.ts', name: 'clear-auth' },
  { module: 'virtual:typed-script', source: 'ui/script/typed-before-react.ts', name: 'typed' },
  { module: 'virtual:search-script', source: 'ui/script/search/main.ts', name: 'search' },
  { module: 'virtual:checklist-script', source: 'ui/script/checklist.ts', name: 'checklist' },
  { module: 'virtual:work-list-script', source: 'ui/script/work-list/main.ts', name: 'work-list' },
  { module: 'virtual:list-filter-script', source: 'ui/script/list-filter.ts', name: 'list-filter' },
  { module: 'virtual:shortcut-script', source: 'ui/script/palette/shortcut.ts', name: 'shortcut' },
  { module: 'virtual:palette-script', source: 'ui/script/palette/main.ts', name: 'palette' },
] as const;

type Script = (typeof scripts)[number];

/** Puts a script into one small file, whose name changes with what it says. */
async function bundle({ source, name }: Script): Promise<{ fileName: string; code: string }> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, '../app', source),
        output: { entryFileNames: `assets/${name}-[hash].js` },
        // What a script offers to who imports it is offered by its file too.
        preserveEntrySignatures: 'exports-only',
      },
    },
  });
  const [file] = 'output' in result ? result.output : [];
  if (file?.type !== 'chunk') throw new Error(`The script ${name} did not become one file.`);
  return file;
}

/** Lets the site import the addresses of the scripts of pages. In development Vite serves their sources. */
export function pageScripts(): Plugin {
  const bundles = new Map<Script, ReturnType<typeof bundle>>();
  let isBuild = false;
  const file = (script: Script) => {
    const chunk = bundles.get(script) ?? bundle(script);
    bundles.set(script, chunk);
    return chunk;
  };
  return {
    name: 'page-scripts',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (scripts.some(({ module }) => module === id) ? `\0${id}` : null),
    async load(id) {
      const script = scripts.find(({ module }) => id === `\0${module}`);
      if (!script) return null;
      const address = isBuild ? `/${(await file(script)).fileName}` : `/app/${script.source}`;
      return `export default ${JSON.stringify(address)};`;
    },
    async buildStart() {
      if (!isBuild || this.environment.name !== 'client') return;
      for (const script of scripts) {
        const { fileName, code } = await file(script);
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}
