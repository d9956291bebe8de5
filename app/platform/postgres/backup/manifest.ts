import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const fileName = 'backup.json';

/** Where pg_dump has written to, below a backup's folder. */
export const dumpFolder = (backup: string) => join(backup, 'dump');

const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601. */
  madeAt: z.string(),
  /** The build whose command made it. */
  release: z.string(),
  /** The major version of the server, and the version of the pg_dump that read it. */
  postgres: z.number(),
  dumpedWith: z.string(),
  /** By the table's quoted name, as the dump's own snapshot has them. */
  rows: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

/** What a backup holds, and what proves that a restore brought all of it. */
export type BackupManifest = z.infer<typeof manifestSchema>;

export async function writeManifest(
  backup: string,
  manifest: Omit<BackupManifest, 'format' | 'files'>,
): Promise<BackupManifest> {
  const files: BackupManifest['files'] = {};
  for (const name of readdirSync(dumpFolder(backup)).toSorted()) files[name] = await describe(backup, name);
  const whole: BackupManifest = { format: 1, ...manifest, files };
  writeFileSync(join(backup, fileName), `${JSON.stringify(whole, null, 1)}\n`, { mode: 0o600 });
  return whole;
}

/** @throws an Error that says in one line what is missing or damaged. */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const path = join(backup, fileName);
  if (!existsSync(path))
    throw new Error(
      `${backup} is not a backup: it has no ${fileName}, which is written when a backup is complete.`,
    );
  const manifest = parse(path, readFileSync(path, 'utf8'));
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const file = join(dumpFolder(backup), name);
    if (!existsSync(file)) throw new Error(`The backup is not complete: ${file} is missing.`);
    if (statSync(file).size !== bytes || (await describe(backup, name)).sha256 !== sha256)
      throw new Error(`The backup is damaged: ${file} is not what was written. Use another copy of it.`);
  }
  return manifest;
}

function parse(path: string, text: string): BackupManifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`The backup is damaged, or was made by a newer release: ${path} cannot be read.`);
  }
}

async function describe(backup: string, name: string): Promise<{ bytes: number; sha256: string }> {
  const file = join(dumpFolder(backup), name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: statSync(file).size, sha256: hash.digest('hex') };
}
