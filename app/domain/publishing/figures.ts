import { posix } from 'node:path';

// Drawings (SVG) that stand beside the texts of a course and are put into its pages as they are, so that they take the page's colors.
// Only the shapes, attributes and classes that the library's own drawings use may come from elsewhere.

/** A drawing has so many characters at most: six times what any of the library has. */
const maxFigureLength = 30_000;

/** A course has so many drawings at most. */
export const mostFigures = 100;

/** The end of a drawing's path inside content/, below the folder of its course. */
const figureName = /^figures\/[a-z0-9-]{1,80}\.svg$/;

/** Whether a file in the folder of a course, such as `figures/one.svg`, is a drawing. */
export const isFigureName = (name: string): boolean => figureName.test(name);

/** Whether a path inside content/ is a drawing of a course. */
export const isFigurePath = (path: string): boolean =>
  /^courses\/[a-z0-9-]{1,60}\/figures\/[a-z0-9-]{1,80}\.svg$/.test(path);

const shapes = new Set('svg g rect circle ellipse line polyline polygon path text tspan'.split(' '));

const attributes = new Set(
  'viewBox class xmlns x y x1 y1 x2 y2 dx dy cx cy r rx ry width height d points transform fill opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin font-size font-weight text-anchor'.split(
    ' ',
  ),
);

/** Classes of app/ui/figures.css: any other could lay a drawing over the page. */
const ownClasses = /^(?:t|[tfs]-[a-z-]{1,20})(?: (?:t|[tfs]-[a-z-]{1,20}))*$/;

function attributeProblem(name: string, value: string): string | null {
  if (!attributes.has(name)) return `It has the attribute ${name}, which drawings here cannot have.`;
  if (name === 'class' && !ownClasses.test(value)) return `It has the class ${value.slice(0, 40)}.`;
  if (name === 'fill' && value !== 'none')
    return 'It has colors of its own. Drawings here take those of the page.';
  return null;
}

/** One piece of a drawing after the other: a tag with its attributes in double quotes, or words. Nothing else may be there. */
const token = /<(\/?)([a-zA-Z]{1,20})((?:\s+[a-zA-Z][a-zA-Z0-9-]{0,30}="[^"<>&]*")*)\s*(\/?)>|[^<>]+/y;

/**
 * Why a drawing cannot come, in words for whoever sent it; null for one that can. It has to be written in the plainest way, so that no
 * two programs read it differently: no comments, entities of its own, scripts, styles, links or pictures.
 */
export function figureProblem(text: string): string | null {
  if (text.length > maxFigureLength)
    return `It has more than ${maxFigureLength.toLocaleString('en-US')} characters.`;
  const svg = text.trim();
  const open: string[] = [];
  let isClosed = false;
  token.lastIndex = 0;
  while (token.lastIndex < svg.length) {
    const match = token.exec(svg);
    if (!match || isClosed)
      return 'It is not written as drawings of this site are: a comment, a style or a script is in it.';
    const [words, closing, name, list = '', selfClosing] = match;
    if (name === undefined) {
      if (open.length === 0) return 'It does not begin with <svg>.';
      if (words.trim() !== '' && !['text', 'tspan'].includes(open.at(-1) ?? ''))
        return 'It has words outside of <text>.';
      continue;
    }
    if (!shapes.has(name)) return `It has the element <${name}>, which drawings here cannot have.`;
    if ((name === 'svg') !== (open.length === 0) && closing === '') return 'It is not one <svg>.';
    if (closing !== '') {
      if (open.pop() !== name) return 'Its elements are not closed in their order.';
      isClosed = open.length === 0;
      continue;
    }
    for (const [, attribute = '', value = ''] of list.matchAll(/\s([a-zA-Z][a-zA-Z0-9-]{0,30})="([^"]*)"/g)) {
      const problem = attributeProblem(attribute, value);
      if (problem) return problem;
    }
    if (name === 'svg' && (!/\sviewBox="[\d. -]+"/.test(list) || /\s(?:width|height)=/.test(list)))
      return 'It needs a viewBox, and no width or height.';
    if (selfClosing === '') open.push(name);
    if (open.length > 20) return 'Its elements are nested more than 20 deep.';
  }
  return isClosed ? null : 'It is not closed.';
}

/** Where a Markdown text shows a drawing from a file beside it: what stands before the address, and the address. */
const shownFigure = /(\]\()(?![/#]|[a-z][a-z+.-]*:)([^\s()]{1,200}\.svg)(?=[\s)])/gi;

interface OwnFigures {
  /** The texts, showing drawings from the folder `figures` beside them alone. */
  texts: string[];
  figures: { name: string; text: string }[];
}

/** A name for a drawing that no other has: its own, or with the folder of its course before it. */
function freeName(path: string, names: ReadonlyMap<string, string>): string {
  const base = posix.basename(path);
  const candidates = [base, `${path.split('/').at(-3) ?? 'other'}-${base}`].map((name) => `figures/${name}`);
  const name = candidates.find((each) => isFigureName(each) && (names.get(each) ?? path) === path);
  if (name) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `figures/${number}-${base}`;
    if ((names.get(numbered) ?? path) === path) return numbered;
  }
}

/**
 * Texts in `folder` with the drawings that they show, each as one in the folder `figures` beside them, also where it stood in another
 * course's. `textOf` gives a drawing by its path inside content/; one that is not there stays named as it was.
 */
export function withOwnFigures(
  folder: string,
  texts: readonly string[],
  textOf: (path: string) => string | null,
): OwnFigures {
  /** Paths of drawings by the names that they get. */
  const names = new Map<string, string>();
  const newTexts = texts.map((text) =>
    text.replace(shownFigure, (whole, opening: string, address: string) => {
      const path = posix.join(folder, address);
      if (textOf(path) === null) return whole;
      const name = [...names].find(([, other]) => other === path)?.[0] ?? freeName(path, names);
      names.set(name, path);
      return `${opening}${name}`;
    }),
  );
  return {
    texts: newTexts,
    figures: [...names].map(([name, path]) => ({ name, text: textOf(path) ?? '' })),
  };
}
