/** What a page needs besides itself: files of the build, icons and pictures that its markup names. */
export function filesOf(html: string): string[] {
  const named = [...html.matchAll(/\s(?:src|href|data-[a-z]+)="([^"#]+)/g)].map(
    ([, address = '']) => address,
  );
  return [...new Set(named)].filter(
    (address) =>
      /^\/(?:assets|images|pictures|icons)\/[^?]+$/.test(address) ||
      /^\/[\w-]+\.(?:svg|png|ico|css)$/.test(address),
  );
}

/** What a style sheet needs: its fonts. A browser fetches few of them, so only those of basic letters are kept. */
export const fontsOf = (css: string): string[] => [
  ...new Set(
    [...css.matchAll(/url\(["']?(\/assets\/[\w.-]+\.woff2)["']?\)/g)]
      .map(([, address = '']) => address)
      .filter((address) => !/-(?:latin-ext|vietnamese|cyrillic|greek)/.test(address)),
  ),
];

/**
 * A page as it is kept: a document. React's scripts stand in it under a nonce, which is for one answer; without them its forms and links
 * are those of a page without React, which every page is before React comes.
 */
export const withoutReact = (html: string): string =>
  html
    .replace(/<script\b[^>]*\snonce="[^"]*"[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*\srel="modulepreload"[^>]*>/g, '')
    .replace(/<template data-scripts[^>]*><\/template>/g, '');

/** The policy of such a page: that of the answer, without its nonce. */
export const withoutNonce = (policy: string): string => policy.replace(/ 'nonce-[^']*'/g, '');

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};

/** The title of a page, as its tab shows it. */
export const titleOf = (html: string): string =>
  (/<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replace(
    /&(amp|lt|gt|quot|#x27|#39);/g,
    (_, name: string) => entities[name] ?? '',
  );

/** A kept page as it is shown: it says of itself when it was kept, and whether the connection is only slow. */
export const asCopy = (html: string, keptAt: string, isSlow: boolean): string =>
  html.replace('<html', `<html data-copy="${keptAt}"${isSlow ? ' data-slow=""' : ''}`);
