import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readingNodesLate } from '#build-plugins/prisma.ts';

interface Graph {
  inputNodes: { edges: object }[];
  outputNodes: { edges: object }[];
  roots: object;
}

const packageFile = createRequire(import.meta.url).resolve('@prisma/client/package.json');
const runtime = readFileSync(join(dirname(packageFile), 'runtime/client.mjs'), 'utf8');
const client = readFileSync('app/platform/database/generated/internal/class.ts', 'utf8');
const schema = {
  strings: JSON.parse(JSON.parse(/strings: JSON\.parse\(("\[.*\]")\)/.exec(client)?.[1] ?? '""')) as string[],
  graph: /graph: "([\w-]+)"/.exec(client)?.[1] ?? '',
};

/** What a runtime of Prisma's makes of the graph of our queries: the class that reads it is its own affair. */
async function read(source: string, folder: string, name: string): Promise<Graph> {
  const [, reader] = /return new (\w+)\(\w\)\.deserialize\(\)/.exec(source) ?? [];
  const late = pathToFileURL('app/platform/database/lazy-nodes.ts').href;
  const file = join(folder, name);
  writeFileSync(
    file,
    `${source.replace('#app/platform/database/lazy-nodes.ts', late).replace(/^\/\/# sourceMappingURL.*$/m, '')}\nexport const read = (schema) => new ${reader}(schema).deserialize();`,
  );
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    read(from: typeof schema): Graph;
  };
  return loaded.read(schema);
}

describe("Prisma's runtime in the server's build", () => {
  it('reads every node of the graph as it does otherwise, in whatever order they are asked for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prisma-'));
    try {
      const whole = await read(runtime, folder, 'whole.mjs');
      const late = await read(readingNodesLate(runtime), folder, 'late.mjs');
      expect(whole.inputNodes.length).toBeGreaterThan(1_000);
      expect(Object.keys(late.roots)).toEqual(Object.keys(whole.roots));
      for (const kind of ['inputNodes', 'outputNodes'] as const) {
        expect(late[kind].length).toBe(whole[kind].length);
        const backwards = late[kind].map((_, index) => late[kind].length - 1 - index);
        const edgesAt = (graph: Graph, index: number) => graph[kind][index]?.edges;
        const differing = backwards.filter((index) => {
          const edges = edgesAt(late, index);
          const isSame = JSON.stringify(edges) === JSON.stringify(edgesAt(whole, index));
          return !isSame || edges !== edgesAt(late, index);
        });
        expect(differing).toEqual([]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is refused where it is another than the one that was looked at', () => {
    expect(() => readingNodesLate(runtime.replace('push({edges', 'unshift({edges'))).toThrow(
      'build-plugins/prisma.ts',
    );
  });
});
