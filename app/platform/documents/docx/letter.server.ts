import { ExternalHyperlink, Paragraph, type ParagraphChild, ShadingType, TextRun } from 'docx';
import { frame, shade } from '#app/platform/documents/docx/style.server.ts';
import { paragraphsOf, piecesOf } from '#app/platform/documents/text-blocks.ts';

/** A line with its addresses as links and the places to fill in highlighted. */
function lineRuns(line: string, breaks: number): ParagraphChild[] {
  return piecesOf(line).map(({ kind, text }, index) => {
    const run = { text, break: index === 0 ? breaks : 0 };
    if (kind === 'link')
      return new ExternalHyperlink({ link: text, children: [new TextRun({ ...run, style: 'Hyperlink' })] });
    return new TextRun(kind === 'place' ? { ...run, highlight: 'yellow' } : run);
  });
}

/** A text to copy, set as a letter in a frame. Word draws one frame around paragraphs with the same border. */
export function letterParagraphs(text: string): Paragraph[] {
  return paragraphsOf(text).map(
    (lines) =>
      new Paragraph({
        border: frame,
        shading: { type: ShadingType.CLEAR, fill: shade, color: 'auto' },
        indent: { left: 120, right: 120 },
        spacing: { after: 160 },
        children: lines.flatMap((line, index) => lineRuns(line, index === 0 ? 0 : 1)),
      }),
  );
}
