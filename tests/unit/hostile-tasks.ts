// Tasks that behave as hostile input makes a parser behave: run in a thread by app/platform/runtime/workers/isolated-tasks.test.ts.

export default async function runTask({ task, input }: { task: string; input: unknown }): Promise<unknown> {
  if (task === 'echo') return input;
  if (task === 'size') return (input as Uint8Array).byteLength;
  if (task === 'environment') return Object.keys(process.env).sort();
  if (task === 'throw') throw new Error('cannot be read');
  if (task === 'spin') for (;;);
  if (task === 'hang') return new Promise(() => setInterval(() => undefined, 1_000));
  if (task === 'nest') return JSON.stringify(nested(1_000_000));
  if (task === 'fill') {
    const all: unknown[] = [];
    for (;;) all.push(new Array(10_000).fill(all.length));
  }
  throw new Error(`no such task: ${task}`);
}

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);
