import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { PageLinks } from '#app/domain/publishing/exchange/html-markdown.ts';
import { filePathOf } from '#app/domain/publishing/exchange/package-outline.ts';
import { type PackagedCourse, pictureLimits } from '#app/domain/publishing/exchange/packaged-course.ts';
import { imagesPath } from '#app/platform/content/image-names.ts';
import { type Archive, ArchiveError } from '#app/platform/files/zip-archive.ts';

/** Where cartridges keep the files that pages show. */
const folders = ['web_resources/', 'resources/', ''];

/** Whether a file is named as a picture that the site can have. */
export const isPicture = (path: string) => /\.(?:png|jpe?g|gif|webp)$/i.test(path);

/** The pictures that the pages of a package show, each read once. */
export class PackagePictures {
  readonly used: PackagedCourse['pictures'] = [];
  private readonly archive: Archive;
  private readonly root: string;
  private readonly keys = new Map<string, string | null>();

  constructor(archive: Archive, root: string) {
    this.archive = archive;
    this.root = root;
  }

  /** What a page's pictures and links are here. */
  async linksOf(page: string, html: string): Promise<PageLinks> {
    for (const [, quoted, bare] of html.matchAll(
      /<img\b[^<>]{0,2000}?\ssrc=(?:["']([^"'<>]{1,1000})["']|([^\s"'<>]{1,1000}))/gi,
    )) {
      const file = this.fileOf(page, quoted ?? bare ?? '');
      if (file && !this.keys.has(file)) this.keys.set(file, await this.take(file));
    }
    return {
      pictureOf: (address) => this.keys.get(this.fileOf(page, address) ?? '') ?? null,
      linkTo: (address) => (/^(?:https:\/\/|mailto:)[^\s<>]+$/i.test(address) ? address : null),
    };
  }

  /** The file of the archive that an address on a page names; null for none. */
  private fileOf(page: string, address: string): string | null {
    const path = filePathOf(address.replaceAll('&amp;', '&')).replace(
      /^(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)\/?/i,
      '',
    );
    if (path === '' || /^[a-z]+:/i.test(path) || !isPicture(path)) return null;
    const candidates = [
      posix.join(posix.dirname(page), path),
      ...folders.map((folder) => posix.join(this.root, folder, path)),
      posix.join(this.root, path.replace(/^(?:\.\.\/)+/, '')),
    ];
    for (const candidate of candidates) {
      const name = this.archive.nameOf(candidate);
      if (name !== null) return name;
    }
    return null;
  }

  private async take(file: string): Promise<string | null> {
    if (this.used.length >= pictureLimits.count) return null;
    try {
      const bytes = await this.archive.read(file, pictureLimits.bytes);
      const key = `${imagesPath}import-${createHash('sha256').update(file).digest('hex').slice(0, 24)}`;
      this.used.push({ key, name: file, alt: posix.basename(file), bytes });
      return key;
    } catch (error) {
      if (error instanceof ArchiveError) return null;
      throw error;
    }
  }
}
