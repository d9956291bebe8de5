import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** The scripts that stand beside React: what each is imported as, its source, and how its file is named. */
const scripts = [
  { id: 'virtual:page-script', source: 'ui/script/main.ts', name: 'page' },
  { id: 'virtual:assistant-script', source: 'ui/assistant/panel/main.ts', name: 'assistant' },
] as const;

type Script = (typeof scripts)[number];

/** Puts a script into one file, whose name changes with what it says. */
async function bundle({ source, name }: Script): Promise<{ fileName: string; code: string }> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, source),
        // What others load is called by the names it gives.
        preserveEntrySignatures: 'exports-only',
        output: { entryFileNames: `assets/${name}-[hash].js` },
      },
    },
  });
  const [file] = 'output' in result ? result.output : [];
  if (file?.type !== 'chunk') throw new Error(`The script ${name} did not become one file.`);
  return file;
}

/**
 * Lets the site import the addresses of the script of all pages and of the assistant's panel, as `virtual:page-script` and
 * `virtual:assistant-script`. In development Vite serves their sources.
 */
export function pageScript(): Plugin {
  const made = new Map<Script, ReturnType<typeof bundle>>();
  let isBuild = false;
  const fileOf = (script: Script) => {
    const file = made.get(script) ?? bundle(script);
    made.set(script, file);
    return file;
  };
  const named = (id: string) => scripts.find((script) => id === script.id || id === `\0${script.id}`);
  return {
    name: 'page-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (named(id) ? `\0${id}` : null),
    async load(id) {
      const script = named(id);
      if (!script) return null;
      const address = isBuild ? `/${(await fileOf(script)).fileName}` : `/app/${script.source}`;
      return `export default ${JSON.stringify(address)};`;
    },
    async buildStart() {
      if (!isBuild || this.environment.name !== 'client') return;
      for (const script of scripts) {
        const { fileName, code } = await fileOf(script);
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}
