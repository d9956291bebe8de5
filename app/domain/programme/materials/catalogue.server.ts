import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { bannerFiles } from '#app/domain/programme/materials/banner-files.server.ts';
import { brochureFiles } from '#app/domain/programme/materials/brochure.server.ts';
import { swipeFiles } from '#app/domain/programme/materials/email-swipes.server.ts';
import type { MaterialFile, MaterialFormat } from '#app/domain/programme/materials/file.server.ts';
import { landingFiles } from '#app/domain/programme/materials/landing-page.server.ts';
import { previewOf } from '#app/domain/programme/materials/previews.server.ts';
import { measuredSize } from '#app/domain/programme/materials/sizes.server.ts';
import { socialFiles } from '#app/domain/programme/materials/social-files.server.ts';
import { perContent, readYaml } from '#app/platform/content/files.server.ts';
import { log } from '#app/platform/log.server.ts';

const makers = {
  'banner-set': bannerFiles,
  'email-swipes': swipeFiles,
  'social-posts': socialFiles,
  'landing-page': landingFiles,
  brochure: brochureFiles,
} as const;

/** The name of a material in its address. */
type MaterialId = keyof typeof makers;

const words = z
  .string()
  .min(2)
  .max(220)
  .transform((text) => withFacts(text));

/** The materials as content/materials/materials.yaml lists them. */
export const materialsSchema = z
  .array(
    z.strictObject({
      id: z.enum(Object.keys(makers) as [MaterialId, ...MaterialId[]]),
      title: words,
      description: words,
      platforms: z.array(words).min(1),
      features: z.array(words).min(1),
    }),
  )
  .min(1);

/** A file as the page shows it. */
export interface ListedFile {
  name: string;
  format: MaterialFormat;
  title: string;
  measure: string;
  /** Null where it could not be found out just now. */
  bytes: number | null;
  isWhole: boolean;
}

/** A material as the page shows it. */
export interface Material {
  id: MaterialId;
  title: string;
  description: string;
  platforms: string[];
  features: string[];
  formats: MaterialFormat[];
  files: ListedFile[];
  preview: { width: number; height: number; alt: string };
}

/** The sizes of a material's files. Drawing is work for this thread: requests that wait are answered between the files. */
async function listFiles(files: readonly MaterialFile[]): Promise<ListedFile[]> {
  const found: ListedFile[] = [];
  // Archives come last, when what they hold is there.
  for (const file of files.toSorted((one, other) => Number(one.isWhole) - Number(other.isWhole))) {
    const { name, format, title, measure, isWhole } = file;
    const bytes = await measuredSize(file).catch((error: unknown) => {
      log().warn({ file: name, error: String(error) }, 'file not measured');
      return null;
    });
    found.push({ name, format, title, measure, isWhole, bytes });
    await setImmediate();
  }
  return found;
}

async function list(): Promise<Material[]> {
  const listed: Material[] = [];
  for (const material of readYaml('materials/materials.yaml', materialsSchema)) {
    const files = await listFiles(makers[material.id]());
    const { width, height, alt } = previewOf(material.id);
    const formats = [...new Set(files.map(({ format }) => format))];
    listed.push({ ...material, files, formats, preview: { width, height, alt } });
  }
  return listed;
}

const isMeasured = ({ files }: Material) => files.every(({ bytes }) => bytes !== null);

/**
 * Every material with its files, formats, sizes and measures; found out at the first call. A size that cannot be found out, as where the
 * machine is too busy to draw the file, is left out and asked for again by the next call. @throws {ContentError}
 */
export function materials(): Promise<Material[]> {
  const kept = listing();
  kept.found ??= list();
  const forget = () => {
    kept.found = undefined;
  };
  kept.found.then((list) => list.every(isMeasured) || forget(), forget);
  return kept.found;
}

const listing = perContent((): { found: Promise<Material[]> | undefined } => ({ found: undefined }));

/** The files of all materials. */
export const materialFiles = (): MaterialFile[] => Object.values(makers).flatMap((make) => [...make()]);

/** The file of a material by its name, or null. */
export function findMaterialFile(id: string, name: string): MaterialFile | null {
  if (!Object.hasOwn(makers, id)) return null;
  return makers[id as MaterialId]().find((file) => file.name === name) ?? null;
}
