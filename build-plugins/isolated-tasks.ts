import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { asciiServer } from './server-text.ts';

/**
 * Puts what threads load (app/program/isolated-tasks.server.ts) beside the server's build, in files of its own: what it shares with the server is
 * bundled twice, so that a thread does not load the whole site.
 */
export function isolatedTasks(): Plugin {
  return {
    name: 'isolated-tasks',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    async buildStart() {
      const result = await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [asciiServer()],
        build: {
          ssr: join(import.meta.dirname, '../app/program/isolated-tasks.server.ts'),
          write: false,
          rolldownOptions: {
            output: { entryFileNames: 'isolated-tasks.js', chunkFileNames: 'isolated/[name]-[hash].js' },
          },
        },
      });
      if (!('output' in result)) throw new Error('The tasks for threads were not bundled.');
      for (const file of result.output)
        if (file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
    },
  };
}
