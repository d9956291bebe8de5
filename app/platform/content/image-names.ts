// Pictures that texts show. A picture's name is made of its bytes and tells its size, so that a page can keep its place free without
// asking anything, and that its address never shows another.

/** What a picture's name tells of it, in pixels. */
interface ImageSize {
  width: number;
  height: number;
}

/** A picture's name: the hash of its bytes, its size, and what it is. */
const form = '[0-9a-f]{24}-[1-9]\\d{0,3}x[1-9]\\d{0,3}\\.(?:jpg|png|webp)';
const whole = new RegExp(`^${form}$`);
const named = new RegExp(`(?<![\\w./-])/images/(${form})(?![\\w.-])`, 'g');

/** Where pictures are found on the site. */
export const imagesPath = '/images/';

/** Whether a text is a name that a picture can have. */
export const isImageName = (name: string): boolean => whole.test(name);

/** The size that a name tells, in pixels; null for what is no name of a picture. */
export function sizeInName(name: string): ImageSize | null {
  if (!isImageName(name)) return null;
  const [, width, height] = /-(\d+)x(\d+)\./.exec(name) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** The names of the pictures that a text shows or speaks of, each once. */
export const imageNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(named)].map(([, name]) => String(name))),
];
