import {
  childOf,
  childrenOf,
  elementsBelow,
  type XmlElement,
  xmlText,
} from '#app/domain/publishing/exchange/xml-tree.ts';
import type { Archive } from '#app/platform/files/zip-archive.ts';
import { decodePath } from '#app/platform/http/path.server.ts';

// The manifest of a Common Cartridge or a SCORM package (imsmanifest.xml): what it holds, and in which order.

/** A file of a package that its outline leads to. */
export interface PackageResource {
  type: string;
  /** Of SCORM: whether it talks to a learning system, so is a program. */
  isProgram: boolean;
  /** Its files in the archive, the first one first. */
  files: string[];
}

/** A line of the outline, with those below it. */
export interface PackageItem {
  title: string;
  resource: PackageResource | null;
  items: PackageItem[];
}

interface PackageOutline {
  format: 'common-cartridge' | 'scorm';
  title: string;
  description: string;
  items: PackageItem[];
  /** Resources that no line leads to. */
  others: PackageResource[];
}

const textOf = (element: XmlElement | undefined): string => xmlText(element).replace(/\s+/g, ' ').trim();

/** A text of the metadata, in whatever way the edition of the format says it. */
function metadataOf(manifest: XmlElement, name: string): string {
  const general = elementsBelow(childOf(manifest, 'metadata'), 'general')[0];
  return textOf(childOf(general, name));
}

/** The file that an address in a package names. */
export function filePathOf(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  return decodePath(path) ?? path;
}

/** A resource; `folder` is the one of the archive that its addresses begin in. */
function resourceOf(element: XmlElement, folder: string, nameOf: Archive['nameOf']): PackageResource {
  const { href = '', type = '', scormtype = '' } = element.attributes;
  const base = folder + filePathOf(element.attributes.base ?? '');
  const paths = [href, ...childrenOf(element, 'file').map(({ attributes }) => attributes.href ?? '')];
  return {
    type: type.toLowerCase(),
    isProgram: scormtype.toLowerCase() === 'sco',
    files: [
      ...new Set(
        paths.filter(Boolean).map((path) => nameOf(base + filePathOf(path)) ?? base + filePathOf(path)),
      ),
    ],
  };
}

/** What a manifest says; `root` is the folder of the archive that it stands in, and `nameOf` names the files of that. */
export function readManifest(manifest: XmlElement, root: string, nameOf: Archive['nameOf']): PackageOutline {
  const listed = childOf(manifest, 'resources');
  const folder =
    root + filePathOf(manifest.attributes.base ?? '') + filePathOf(listed?.attributes.base ?? '');
  const resources = new Map(
    childrenOf(listed, 'resource').map((element) => [
      element.attributes.identifier ?? '',
      resourceOf(element, folder, nameOf),
    ]),
  );
  const outlineResources = new Set<PackageResource>();
  const itemOf = (element: XmlElement): PackageItem => {
    const resource = resources.get(element.attributes.identifierref ?? '') ?? null;
    if (resource) outlineResources.add(resource);
    return {
      title: textOf(childOf(element, 'title')),
      resource,
      items: childrenOf(element, 'item').map(itemOf),
    };
  };
  const organization = childOf(manifest, 'organizations', 'organization');
  let items = childrenOf(organization, 'item').map(itemOf);
  // A cartridge puts everything below one line without a title.
  while (items.length === 1 && items[0]?.title === '' && !items[0].resource) items = items[0].items;
  const schema = textOf(childOf(manifest, 'metadata', 'schema'));
  const isScorm = /scorm/i.test(schema) || [...resources.values()].some(({ isProgram }) => isProgram);
  return {
    format: isScorm ? 'scorm' : 'common-cartridge',
    title: metadataOf(manifest, 'title') || textOf(childOf(organization, 'title')) || 'Imported course',
    description: metadataOf(manifest, 'description'),
    items,
    others: [...resources.values()].filter((resource) => !outlineResources.has(resource)),
  };
}
