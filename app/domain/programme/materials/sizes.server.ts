import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type MaterialFile, sizeOf } from '#app/domain/programme/materials/file.server.ts';
import { config } from '#app/platform/config.server.ts';
import { listContent, perContent, readText } from '#app/platform/content/files.server.ts';

/** Where the build writes what it has measured. */
const measuredPath = () => join(process.cwd(), 'build/material-sizes.json');

const measuredSchema = z.object({ of: z.string(), bytes: z.record(z.string(), z.number().int()) });

/** What the files are made of beside the code: another text or name, and what was measured is another's. */
function madeOf(): string {
  const hash = createHash('sha256').update(config().brandName);
  for (const name of listContent('materials', /./))
    hash.update(`\0${name}\0`).update(readText(`materials/${name}`));
  return hash.digest('base64url');
}

const measured = perContent((): ReadonlyMap<string, number> => {
  try {
    const { of, bytes } = measuredSchema.parse(JSON.parse(readFileSync(measuredPath(), 'utf8')));
    return new Map(of === madeOf() ? Object.entries(bytes) : []);
  } catch {
    // Not built, or by an older version: all are measured as they are asked for.
    return new Map();
  }
});

/** How many bytes a file has: as the build found, or else found out now, which may take as long as drawing it. */
export async function measuredSize(file: MaterialFile): Promise<number> {
  return measured().get(file.name) ?? sizeOf(file);
}

/** Measures all files at build, so that nobody who opens the page waits for their drawing. */
export async function measureFiles(files: readonly MaterialFile[]): Promise<void> {
  const bytes: Record<string, number> = {};
  // Archives come last, when what they hold is there.
  for (const file of files.toSorted((one, other) => Number(one.isWhole) - Number(other.isWhole)))
    bytes[file.name] = await sizeOf(file);
  writeFileSync(measuredPath(), JSON.stringify({ of: madeOf(), bytes }));
}
