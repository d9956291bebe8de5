import { emailLocalPart, type Viewer } from '#app/domain/core/access/viewer.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';

/**
 * What the menu of somebody shows of them, as HTML: their picture or the first letter of their name, and the name, which is the part of
 * their address before the @. Whatever it is, the navigation stays beside the brand: between some widths its links leave room for one
 * letter, and beside a picture for none. Written by the server alone, so that no page's script carries it.
 */
export function faceHtml({ email, pictureId }: Pick<Viewer, 'email' | 'pictureId'>): string {
  const name = emailLocalPart(email);
  const [letter = ''] = name;
  const face = pictureId
    ? `<img src="/pictures/${pictureId}" width="36" height="36" alt="" class="size-9 shrink-0 rounded-full bg-sunken lg:size-8">`
    : `<span aria-hidden="true" class="grid size-9 place-items-center rounded-full bg-accent-soft text-accent sm:hidden lg:max-xl:grid lg:max-xl:size-8">${escapeXml(letter)}</span>`;
  const room = pictureId ? 'lg:sr-only' : 'lg:max-xl:sr-only xl:max-w-20';
  return `${face} <span class="max-sm:sr-only sm:max-w-40 sm:truncate md:max-w-56 ${room}">${escapeXml(name)}</span>`;
}
