import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Files beside the server's build, as its modules name them. */
const compilerFile = 'query-compiler.wasm';
const graphFile = 'query-graph.bin';

/** Where Prisma's runtime reads a kind of node of its graph: all of them at once, into objects that it keeps. */
const readsNodes =
  /(#\w+\((\w)\)\{)let (\w)=\[\];for\(let \w=0;\w<\2;\w\+\+\)\{(let \w=this\.#\w+\(\),(\w)=\{\};for\(let [^{]*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})\3\.push\(\{edges:\5\}\)\}return \3\}/g;
/** Its place in the graph's bytes. */
const movesOn = /this\.#\w+\.getUint8\(this\.(#\w+)\+\+\)/;

/**
 * Prisma's runtime, changed so that it reads the graph of all queries node by node when they are first asked for. It keeps 63,000 edges
 * as objects otherwise, 14 MB in each process, of which a site asks for a few hundred.
 * @throws an Error when this is not the runtime that was looked at.
 */
export function readingNodesLate(runtime: string): string {
  const [, place] = movesOn.exec(runtime) ?? [];
  let count = 0;
  const changed = runtime.replace(
    readsNodes,
    (_, begin: string, total: string, __, read: string, edges: string) => {
      count += 1;
      return `${begin}return lateNodes(${total},{place:()=>this.${place},moveTo:(to)=>{this.${place}=to},read:()=>{${read}return ${edges}}})}`;
    },
  );
  if (!place || count !== 2)
    throw new Error("Prisma's runtime has changed: look at build-plugins/prisma.ts.");
  return `import { lateNodes } from '#app/platform/database/lazy-nodes.ts';\n${changed}`;
}

/** A module whose value is the bytes of a file beside the build, read when Prisma makes a buffer of it. */
const bytesOf = (file: string) =>
  `{ valueOf: () => readFileSync(join(import.meta.dirname, import.meta.dirname.endsWith('assets') ? '..' : '.', '${file}')) }`;

/**
 * What Prisma needs in a server's memory, made less: its query compiler and the graph of queries are files beside the server's build,
 * where Prisma has them as text in a module, which every process would decode at its start and keep twice; and its runtime reads the
 * graph piece by piece.
 */
export function smallPrisma(): Plugin {
  const files = new Map<string, Buffer>();
  const runtimeId = '\0prisma-runtime';
  return {
    name: 'small-prisma',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@prisma\/client\/runtime\/(?:client|.*\.wasm-base64\.mjs)$/ },
      handler: (id) => (id.endsWith('/client') ? runtimeId : `\0${id}`),
    },
    load: {
      filter: { id: /^\0(?:prisma-runtime|@prisma\/client\/runtime\/.*\.wasm-base64\.mjs)$/ },
      async handler(id) {
        if (id === runtimeId) {
          const folder = dirname(createRequire(import.meta.url).resolve('@prisma/client/package.json'));
          return readingNodesLate(await readFile(join(folder, 'runtime/client.mjs'), 'utf8'));
        }
        const { wasm } = (await import(id.slice(1))) as { wasm: string };
        files.set(compilerFile, Buffer.from(wasm, 'base64'));
        return `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
export const wasm = ${bytesOf(compilerFile)};`;
      },
    },
    transform: {
      filter: { id: /\/database\/generated\/internal\/class\.ts$/ },
      handler(code) {
        const [whole = '', graph] = /\bgraph: "([\w-]{1000,})"/.exec(code) ?? [];
        if (!graph)
          throw new Error("Prisma's generated client has changed: look at build-plugins/prisma.ts.");
        files.set(graphFile, Buffer.from(graph, 'base64url'));
        const imports = "import { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\n";
        return imports + code.replace(whole, `graph: ${bytesOf(graphFile)} as unknown as string`);
      },
    },
    async writeBundle({ dir = '' }) {
      for (const [name, bytes] of files) await writeFile(join(dir, name), bytes);
    },
  };
}
