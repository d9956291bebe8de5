import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const entry = join(import.meta.dirname, 'ui/script/main.ts');
const virtualId = 'virtual:page-script';

/** Puts the script of all pages into one small file, whose name changes with what it says. */
async function bundle(): Promise<{ fileName: string; code: string }> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { entryFileNames: 'assets/page-[hash].js' } },
    },
  });
  const [file] = 'output' in result ? result.output : [];
  if (file?.type !== 'chunk') throw new Error('The script of the pages did not become one file.');
  return file;
}

/** Lets the site import the address of the script of all pages, as `virtual:page-script`. In development Vite serves its source. */
export function pageScript(): Plugin {
  let made: ReturnType<typeof bundle> | undefined;
  let isBuild = false;
  const file = () => {
    made ??= bundle();
    return made;
  };
  return {
    name: 'page-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    async load(id) {
      if (id !== `\0${virtualId}`) return null;
      const address = isBuild ? `/${(await file()).fileName}` : '/app/ui/script/main.ts';
      return `export default ${JSON.stringify(address)};`;
    },
    async buildStart() {
      if (!isBuild || this.environment.name !== 'client') return;
      const { fileName, code } = await file();
      this.emitFile({ type: 'asset', fileName, source: code });
    },
  };
}
