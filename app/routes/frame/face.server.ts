import { emailLocalPart, type Viewer } from '#app/domain/access/viewer.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';

/**
 * What stands for somebody at their menu, as HTML: their picture; without one the first letter of the label, where that has none. Written
 * by the server alone, so that no page's script carries it.
 */
export function faceHtml({ email, pictureId }: Pick<Viewer, 'email' | 'pictureId'>): string {
  if (pictureId)
    return `<img src="/pictures/${pictureId}" width="36" height="36" alt="" class="size-9 shrink-0 rounded-full bg-sunken lg:size-8">`;
  const letter = [...emailLocalPart(email)][0] ?? '';
  return `<span aria-hidden="true" class="grid size-9 place-items-center rounded-full bg-accent-soft text-accent sm:hidden lg:max-xl:grid lg:max-xl:size-8">${escapeXml(letter)}</span>`;
}
