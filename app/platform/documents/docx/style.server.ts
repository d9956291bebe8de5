import { AlignmentType, BorderStyle, type ILevelsOptions, type IStylesOptions, LevelFormat } from 'docx';
import { codeFont } from '#app/platform/documents/docx/inline.server.ts';

// Lengths in twentieths of a point (1440 an inch), type sizes in half points.

const ink = '1C1B18';
export const muted = '5D5A52';
const accent = '0B5D4B';
export const line = 'BDB8AA';
export const shade = 'F3F0E7';

/** US Letter with margins of three quarters of an inch. */
export const page = { width: 12_240, height: 15_840, margin: 1_080 };
export const textWidth = page.width - 2 * page.margin;

/** How far a list's text stands in, by its depth. */
export const listIndent = (depth: number) => ({ left: 400 * (depth + 1), hanging: 400 });

const heading = (size: number, before: number) => ({
  run: { font: 'Georgia', size, bold: true, color: ink },
  paragraph: { spacing: { before, after: 100 }, keepNext: true },
});

/** The looks of a document: Word's own style names, so that an owner can change them there. */
export const documentStyles: IStylesOptions = {
  default: {
    document: {
      run: { font: 'Calibri', size: 22, color: ink, language: { value: 'en-US' } },
      paragraph: { spacing: { after: 120, line: 276 } },
    },
    title: {
      run: { font: 'Georgia', size: 52, bold: true, color: ink },
      paragraph: { spacing: { before: 0, after: 80 } },
    },
    heading1: heading(32, 400),
    heading2: heading(26, 280),
    heading3: heading(22, 200),
    hyperlink: { run: { color: accent, underline: {} } },
  },
  paragraphStyles: [
    {
      id: 'Subtitle',
      name: 'Subtitle',
      basedOn: 'Normal',
      run: { size: 28, color: muted },
      paragraph: { spacing: { after: 320 } },
    },
    {
      id: 'Template',
      name: 'Template',
      basedOn: 'Normal',
      run: { font: codeFont, size: 19 },
      paragraph: { spacing: { before: 120, after: 200, line: 264 }, keepLines: true },
    },
    {
      id: 'Quote',
      name: 'Quote',
      basedOn: 'Normal',
      run: { color: muted, italics: true },
      paragraph: { indent: { left: 400 } },
    },
  ],
};

const depths = [0, 1, 2];

/** The levels of a bulleted list. */
export const bulletLevels: ILevelsOptions[] = depths.map((depth) => ({
  level: depth,
  format: LevelFormat.BULLET,
  text: depth === 1 ? '\u25E6' : '\u2022',
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: listIndent(depth) } },
}));

/** The levels of a numbered list that begins with `start`. */
export const numberLevels = (start: number): ILevelsOptions[] =>
  depths.map((depth) => ({
    level: depth,
    format: depth === 1 ? LevelFormat.LOWER_LETTER : LevelFormat.DECIMAL,
    start: depth === 0 ? start : 1,
    text: `%${depth + 1}.`,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: listIndent(depth) } },
  }));

const rule = { style: BorderStyle.SINGLE, size: 4, color: line };

/** A thin line on every side. */
export const frame = { top: rule, bottom: rule, left: rule, right: rule };
