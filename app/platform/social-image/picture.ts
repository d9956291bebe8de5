/** What a picture for sharing says. */
export interface SocialPicture {
  /** Above the title. */
  kind: string;
  title: string;
  brandName: string;
  /** The site's host, at the foot. */
  host: string;
}

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');

/** Breaks a text into lines of at most `width` characters; what is more than `most` lines is cut off with an ellipsis. */
export function breakLines(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > width ? `${word.slice(0, width - 1)}…` : word);
  }
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const end = kept[most - 1] ?? '';
  kept[most - 1] = `${end.slice(0, width - 1)}…`;
  return kept;
}

/** A picture of 1200 by 630 pixels in the site's own colours and type, as SVG. */
export function drawPicture({ kind, title, brandName, host }: SocialPicture): string {
  const isShort = title.length <= 44;
  const size = isShort ? 96 : 72;
  const lines = breakLines(title, isShort ? 22 : 30, isShort ? 3 : 4);
  const top = 330 - ((lines.length - 1) * size * 1.08) / 2;
  const titleLines = lines.map(
    (line, index) =>
      `<text x="88" y="${Math.round(top + index * size * 1.08)}" font-family="Newsreader" font-size="${size}" letter-spacing="-1.5" fill="#1c1b18">${escapeXml(line)}</text>`,
  );
  const small = 'font-family="Instrument Sans" font-size="30"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="#fbfaf6"/>
<rect width="20" height="630" fill="#0b5d4b"/>
<g transform="translate(88 72) scale(1.75)"><rect width="32" height="32" rx="8" fill="#0b5d4b"/><path d="M8 23V10l8 8 8-8v13" fill="none" stroke="#ffffff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></g>
<text x="162" y="113" font-family="Newsreader" font-size="38" fill="#1c1b18">${escapeXml(brandName)}</text>
<text x="1112" y="111" ${small} text-anchor="end" fill="#0b5d4b">${escapeXml(kind)}</text>
${titleLines.join('\n')}
<rect x="88" y="520" width="220" height="14" fill="#ffe28a"/>
<text x="88" y="578" ${small} fill="#5d5a52">${escapeXml(host)}</text>
</svg>`;
}
