import { isReadBack, type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { piecePaths } from '#app/domain/publishing/pieces.server.ts';
import { config } from '#app/platform/config.server.ts';
import { contentText, fileBytes } from '#app/platform/content/files.server.ts';
import { imageNamesIn, imagesPath, isImageName } from '#app/platform/content/image-names.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import {
  type ObjectStore,
  ObjectStoreError,
  openObjectStore,
} from '#app/platform/files/object-store.server.ts';
import { log } from '#app/platform/log.server.ts';

/** Where pictures are kept by the settings; null for the database. */
export function imageStore(): ObjectStore | null {
  const { objectStore } = config();
  return objectStore && openObjectStore(objectStore);
}

/** Does what takes the store; where that does not answer the admin is told, and the log why. @throws {Refusal} unavailable */
export async function withStore<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    log().error({ error: error.message }, 'the object store of pictures does not do what it is asked');
    throw new Refusal('unavailable', 'The store of pictures does not answer. Please try again later.');
  }
}

/** The file of a picture, for those that were written back into content/. */
export const imageFile = (name: string) => `images/${name}`;

const mediaTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** A picture, to be sent to whoever asks for it. */
interface KeptImage {
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A picture of the content by its name; null for none. One query.
 * @throws {ObjectStoreError} where the store that has it does not answer
 */
export async function findImage(name: string): Promise<KeptImage | null> {
  if (!isImageName(name)) return null;
  const row = await prisma().contentImage.findUnique({
    where: { name },
    select: { bytes: true, mediaType: true },
  });
  const mediaType = row?.mediaType ?? mediaTypes[name.split('.').at(-1) ?? ''] ?? '';
  const bytes = row && !row.bytes ? await bytesInStore(name) : (row?.bytes ?? fileBytes(imageFile(name)));
  return bytes ? { mediaType, bytes: new Uint8Array(bytes) } : null;
}

function bytesInStore(name: string): Promise<Uint8Array | null> {
  const store = imageStore();
  if (!store) throw new ObjectStoreError(`${name} is in an object store, and none is set up`);
  return store.get(name);
}

/** What a piece shows that is not there, in words for its author. One query, and none for a text without pictures. */
export async function missingImages(
  db: Pick<Transaction['db'], 'contentImage'>,
  text: string,
): Promise<string[]> {
  const names = imageNamesIn(text);
  if (names.length === 0) return [];
  const rows = await db.contentImage.findMany({ where: { name: { in: names } }, select: { name: true } });
  const storedNames = new Set(rows.map(({ name }) => name));
  return names
    .filter((name) => !storedNames.has(name) && !fileBytes(imageFile(name)))
    .map((name) => `The picture ${imagesPath}${name} is not there`);
}

/** The pieces that show pictures, by the pictures' names: as they are published, and as they wait to be. One query. */
export async function usesOfImages(
  db: Pick<Transaction['db'], 'contentVersion'>,
): Promise<Map<string, string[]>> {
  const waiting = await db.contentVersion.findMany({
    where: { state: { in: ['draft', 'scheduled', 'published'] }, text: { contains: imagesPath } },
    select: { path: true, text: true },
  });
  const onSite = piecePaths().map((path) => ({ path, text: contentText(path) }));
  const uses = new Map<string, string[]>();
  for (const { path, text } of [...onSite, ...waiting])
    for (const name of text?.includes(imagesPath) ? imageNamesIn(text) : []) {
      const paths = uses.get(name) ?? [];
      if (!paths.includes(path)) uses.set(name, [...paths, path]);
    }
  return uses;
}

/** A picture as the list shows it. */
export interface ListedImage {
  id: string;
  name: string;
  alt: string;
  byteCount: number;
  createdAt: Date;
  author: { name: string | null } | null;
  /** The files of the pieces that show it. */
  usedBy: string[];
}

/** So many pictures a form lets one choose from. */
const mostChoices = 100;

/** The pictures that were added last, for a form to choose from. One query. */
export const latestImages = (): Promise<{ name: string; alt: string }[]> =>
  prisma().contentImage.findMany({
    orderBy: { id: 'desc' },
    take: mostChoices,
    select: { name: true, alt: true },
  });

/** So many pictures stand on one page of the list. */
const perPage = 24;

/** A page of pictures, the latest first. Two queries. */
export async function listImages(place: Place | null): Promise<ListPage<ListedImage>> {
  const isBack = isReadBack(place);
  const images = await prisma().contentImage.findMany({
    // Ids grow with time.
    where: place && place !== 'last' ? { id: isBack ? { gt: place.id } : { lt: place.id } } : {},
    orderBy: { id: isBack ? 'asc' : 'desc' },
    take: perPage + 1,
    select: {
      id: true,
      name: true,
      alt: true,
      byteCount: true,
      createdAt: true,
      author: { select: { name: true } },
    },
  });
  const uses = images.length > 0 ? await usesOfImages(prisma()) : new Map<string, string[]>();
  const rows = images.map((image) => ({ ...image, usedBy: uses.get(image.name) ?? [] }));
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}
